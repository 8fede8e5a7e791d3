"""Land of one's own: share codes, land by chance, drawing, checking. Knows no window: what draws it is in
ui/studio."""
