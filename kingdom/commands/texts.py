"""Implements `kingdom texts`, which checks the translations."""

from __future__ import annotations

import argparse
import sys

from kingdom.commands.cli_io import EXIT_BAD_INPUT, print_json
from kingdom.rules.errors import ValidationError
from kingdom.text.catalog_checks import LanguageReport, check_language, languages_with_catalogs


def run_texts(options: argparse.Namespace) -> int:
    """Runs `kingdom texts`: prints how complete each language is and, with --check, what is wrong."""
    languages = languages_with_catalogs()
    if options.check:
        if options.check not in languages:
            raise ValidationError(f"there is no language {options.check!r}; there are {', '.join(languages)}")
        languages = [options.check]
    reports = [check_language(language) for language in languages]
    if options.json:
        print_json({"languages": [_report_row(report) for report in reports]})
    else:
        for report in reports:
            print(_summary(report))
            for problem in report.problems if options.check is not None else ():
                print(f"  {problem}")
    problems = [problem for report in reports for problem in report.problems]
    if options.check is not None and problems:
        print(f"kingdom texts: {len(problems)} problems, the first: {problems[0]}", file=sys.stderr)
        return EXIT_BAD_INPUT
    return 0


def _summary(report: LanguageReport) -> str:
    parts = [f"{report.language:3} {report.percent:3}%  {report.present} of {report.needed} texts"]
    parts += [f"{count} {kind}" for kind, count in report.counts.items()]
    if report.same_as_english:
        parts.append(f"{len(report.same_as_english)} the same as in English")
    return ", ".join(parts)


def _report_row(report: LanguageReport) -> dict[str, object]:
    return {
        "language": report.language,
        "percent": report.percent,
        "present": report.present,
        "needed": report.needed,
        "problems": [problem._asdict() for problem in report.problems],
        "same_as_english": report.same_as_english,
    }
