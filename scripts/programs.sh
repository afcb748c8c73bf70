#!/bin/sh
# Programs that some formats and tests need, from Debian's packages, where this user may install them.
# Where they cannot be had nothing fails: what needs them says so and is skipped.
set -u

wanted=""
need() { command -v "$1" > /dev/null 2>&1 || wanted="$wanted $2"; }
need tesseract "tesseract-ocr tesseract-ocr-spa tesseract-ocr-por tesseract-ocr-eng"
need chromium chromium
need soffice "libreoffice-writer libreoffice-calc"
need pdftotext poppler-utils
need unzip unzip
[ -n "$wanted" ] || exit 0

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get > /dev/null 2>&1; then
  echo "not installed, and not to be installed by this user:$wanted"
  exit 0
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -q > /dev/null 2>&1
# shellcheck disable=SC2086
apt-get install -y -q --no-install-recommends $wanted > /dev/null 2>&1 || echo "could not be installed:$wanted"
exit 0
