#!/bin/sh
# Once a day, PostgreSQL and DATA_DIR's pictures into BACKUP_FOLDER; a failed backup is tried again after ten minutes. Older ones
# than BACKUP_DAYS are deleted, but only after a new one. `--once` makes one and ends. PGHOST, PGUSER and the like say where.
# SECRET_KEY is in no backup: without it the credentials in there are lost, so keep .env elsewhere, too.
set -eu
umask 077
folder=${BACKUP_FOLDER:-/backups}
days=${BACKUP_DAYS:-14}

back_up() {
  name="$folder/sagewire-$(date -u +%Y-%m-%dT%H-%M-%SZ)"
  rm -f "$folder"/*.part
  pg_dump --format=custom --file="$name.dump.part" || return 1
  # Reads what was written before it counts.
  pg_restore --list "$name.dump.part" >/dev/null || return 1
  tar -C "${DATA_DIR:-/data}" -czf "$name.files.tar.gz.part" . || return 1
  mv "$name.files.tar.gz.part" "$name.files.tar.gz" && mv "$name.dump.part" "$name.dump" || return 1
  echo "backed up: $name.dump ($(du -h "$name.dump" | cut -f 1))"
  find "$folder" -name 'sagewire-*' -type f -mmin "+$((days * 24 * 60))" -delete
}

is_due() { ! find "$folder" -name 'sagewire-*.dump' -mmin -1435 | grep -q .; }

if [ "${1:-}" = --once ]; then
  back_up
  exit
fi
trap 'exit 0' TERM INT
while :; do
  if is_due && ! back_up; then echo 'no backup was made; the next try is in ten minutes' >&2; fi
  sleep 600 &
  wait $!
done
