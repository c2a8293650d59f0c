#!/usr/bin/env bash
# Checks the documents: links point to existing files, each ADR has a status and a date, and docs/adr/README.md lists it.
set -euo pipefail
cd "$(dirname "$0")/.."

problems=$(
  git ls-files -- '*.md' | while read -r page; do
    { grep -oE '\]\([^)# ]+' "$page" || true; } | cut -c3- | while read -r link; do
      case $link in *://* | mailto:*) continue ;; esac
      [ -e "${page%"${page##*/}"}$link" ] || echo "$page: the link $link leads nowhere"
    done
  done
  for page in docs/adr/[0-9]*.md; do
    file=${page##*/}
    title=$(sed -nE '1s/^# [0-9]+\. (.+)$/\1/p' "$page")
    status=$(sed -nE '3s/^- Status: ((accepted|superseded).*)$/\1/p' "$page")
    date=$(sed -nE '4s/^- Date: ([0-9]{4}-[0-9]{2}-[0-9]{2})$/\1/p' "$page")
    if [ -z "$title" ] || [ -z "$status" ] || [ -z "$date" ]; then
      echo "$page: begin with '# N. Title', an empty line, '- Status: accepted' and '- Date: YYYY-MM-DD'"
      continue
    fi
    row="| [$((10#${file:0:4}))]($file) | $title | $status | $date |"
    grep -qxF -- "$row" docs/adr/README.md || echo "docs/adr/README.md: lacks the row $row"
  done
)
if [ -n "$problems" ]; then
  echo "$problems"
  exit 1
fi
