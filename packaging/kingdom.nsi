; Installer for Windows. `packaging/installer.py` runs it:
;   makensis -DVERSION=1.2.3 -DPROGRAM=folder -DOUTPUT=file.exe -DICON=kingdom.ico -DSIZE_KB=50000 kingdom.nsi
; Installs for the current user, without an administrator. `/S` installs or uninstalls without questions, `/D=C:\folder`
; (the last option) sets the folder, `/DELETESAVES` lets the uninstaller delete saved games and settings, too.
Target amd64-unicode ; like the program
RequestExecutionLevel user
SetCompressor /SOLID lzma
!include MUI2.nsh
!include LogicLib.nsh
!include FileFunc.nsh

Name "Kingdom"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Kingdom"
InstallDirRegKey HKCU "Software\Kingdom" "InstallDir"
BrandingText "Kingdom ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Kingdom"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileDescription "Kingdom setup"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey LegalCopyright "MIT license"

!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Kingdom"
!define FILE_TYPE "Kingdom.Game"
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\Kingdom.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "French"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "Spanish"

LangString MENU_COMMENT ${LANG_ENGLISH} "The hex board game Kingdom Builder with seven expansions"
LangString MENU_COMMENT ${LANG_FRENCH} "Le jeu de société Kingdom Builder avec sept extensions"
LangString MENU_COMMENT ${LANG_GERMAN} "Das Brettspiel Kingdom Builder mit sieben Erweiterungen"
LangString MENU_COMMENT ${LANG_SPANISH} "El juego de mesa Kingdom Builder con siete expansiones"
LangString SAVED_GAME ${LANG_ENGLISH} "Kingdom game"
LangString SAVED_GAME ${LANG_FRENCH} "Partie de Kingdom"
LangString SAVED_GAME ${LANG_GERMAN} "Kingdom-Partie"
LangString SAVED_GAME ${LANG_SPANISH} "Partida de Kingdom"
LangString IN_USE ${LANG_ENGLISH} "Kingdom is still running. Close it and try again."
LangString IN_USE ${LANG_FRENCH} "Kingdom est encore ouvert. Ferme-le et réessaie."
LangString IN_USE ${LANG_GERMAN} "Kingdom läuft noch. Schließe das Spiel und versuche es erneut."
LangString IN_USE ${LANG_SPANISH} "Kingdom sigue abierto. Ciérralo e inténtalo de nuevo."
LangString ASK_SAVES ${LANG_ENGLISH} "Delete your saved games, maps, statistics and settings, too?$\n$\nChoose No to keep them for the next time."
LangString ASK_SAVES ${LANG_FRENCH} "Supprimer aussi tes parties, cartes, statistiques et réglages ?$\n$\nChoisis Non pour les garder pour la prochaine fois."
LangString ASK_SAVES ${LANG_GERMAN} "Auch deine Spielstände, Karten, Statistiken und Einstellungen löschen?$\n$\nMit Nein bleiben sie für das nächste Mal erhalten."
LangString ASK_SAVES ${LANG_SPANISH} "¿Borrar también tus partidas, mapas, estadísticas y ajustes?$\n$\nElige No para conservarlos para la próxima vez."

; Deletes the files of an installed version, and nothing else: the player may have chosen a folder with other files in it.
!macro DELETE_PROGRAM
    ClearErrors
    Delete "$INSTDIR\Kingdom.exe" ; fails while the game runs
    ${If} ${Errors}
        MessageBox MB_OK|MB_ICONEXCLAMATION "$(IN_USE)" /SD IDOK
        SetErrorLevel 2
        Abort
    ${EndIf}
    Delete "$INSTDIR\kingdom-cli.exe"
    Delete "$INSTDIR\CONTENTS.txt"
    RMDir /r "$INSTDIR\LICENSES"
    RMDir /r "$INSTDIR\_internal"
!macroend

!macro REFRESH_ICONS
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)' ; SHCNE_ASSOCCHANGED
!macroend

Section
    SetShellVarContext current
    !insertmacro DELETE_PROGRAM
    SetOutPath "$INSTDIR"
    File /r "${PROGRAM}/*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    WriteRegStr HKCU "Software\Kingdom" "InstallDir" "$INSTDIR"

    CreateShortCut "$SMPROGRAMS\Kingdom.lnk" "$INSTDIR\Kingdom.exe" "" "$INSTDIR\Kingdom.exe" 0 SW_SHOWNORMAL "" "$(MENU_COMMENT)"

    WriteRegStr HKCU "Software\Classes\.kingdom" "" "${FILE_TYPE}"
    WriteRegStr HKCU "Software\Classes\.kingdom\OpenWithProgids" "${FILE_TYPE}" ""
    WriteRegStr HKCU "Software\Classes\${FILE_TYPE}" "" "$(SAVED_GAME)"
    WriteRegStr HKCU "Software\Classes\${FILE_TYPE}\DefaultIcon" "" "$INSTDIR\Kingdom.exe,0"
    WriteRegStr HKCU "Software\Classes\${FILE_TYPE}\shell\open\command" "" '"$INSTDIR\Kingdom.exe" "%1"'

    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "Kingdom"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\Kingdom.exe,0"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "The Kingdom team"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" ${SIZE_KB}
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
    !insertmacro REFRESH_ICONS
SectionEnd

Section "Uninstall"
    SetShellVarContext current
    !insertmacro DELETE_PROGRAM
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR" ; only if it is empty
    Delete "$SMPROGRAMS\Kingdom.lnk"

    ReadRegStr $0 HKCU "Software\Classes\.kingdom" ""
    ${If} $0 == "${FILE_TYPE}"
        DeleteRegValue HKCU "Software\Classes\.kingdom" ""
    ${EndIf}
    DeleteRegValue HKCU "Software\Classes\.kingdom\OpenWithProgids" "${FILE_TYPE}"
    DeleteRegKey /ifempty HKCU "Software\Classes\.kingdom\OpenWithProgids"
    DeleteRegKey /ifempty HKCU "Software\Classes\.kingdom"
    DeleteRegKey HKCU "Software\Classes\${FILE_TYPE}"
    DeleteRegKey HKCU "${UNINSTALL_KEY}"
    DeleteRegKey HKCU "Software\Kingdom"
    !insertmacro REFRESH_ICONS

    ${GetParameters} $0
    ClearErrors
    ${GetOptions} $0 "/DELETESAVES" $1
    ${IfNot} ${Errors}
        RMDir /r "$LOCALAPPDATA\kingdom"
    ${Else}
        MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(ASK_SAVES)" /SD IDNO IDNO keep
        RMDir /r "$LOCALAPPDATA\kingdom"
        keep:
    ${EndIf}
SectionEnd
