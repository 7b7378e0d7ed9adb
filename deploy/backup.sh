#!/bin/sh
# Once a day, PostgreSQL and DATA_DIR's pictures into BACKUP_FOLDER; a failed backup is tried again after ten minutes. Older ones
# than BACKUP_DAYS are deleted, but only after a new one. PGHOST, PGUSER and the like say where.
# SECRET_KEY is in no backup: without it the credentials in there are lost, so keep .env elsewhere, too.
#   backup.sh --once           makes one and ends
#   backup.sh --restore FILE   replaces what the database holds by a dump of BACKUP_FOLDER; Sagewire then begins paused
set -eu
umask 077
folder=${BACKUP_FOLDER:-/backups}
days=${BACKUP_DAYS:-14}

query() { psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 "$@"; }

back_up() {
  at=$(date -u +%Y-%m-%dT%H-%M-%SZ)
  name="$folder/sagewire-$at"
  rm -f "$folder"/*.part
  pg_dump --format=custom --file="$name.dump.part" || return 1
  # Reads what was written before it counts.
  pg_restore --list "$name.dump.part" >/dev/null || return 1
  tar -C "${DATA_DIR:-/data}" -czf "$name.files.tar.gz.part" . || return 1
  mv "$name.files.tar.gz.part" "$name.files.tar.gz" && mv "$name.dump.part" "$name.dump" || return 1
  echo "backed up: $name.dump ($(du -h "$name.dump" | cut -f 1))"
  find "$folder" -name 'sagewire-*' -type f -mmin "+$((days * 24 * 60))" -delete
  record || echo 'the backup is good, but Settings > Doctor could not be told of it' >&2
}

# As server/access/audit/store.ts does; the doctor reads the newest.
record() {
  query --command "insert into public.audit_log (id, action, entity, after, created_at)
    values (gen_random_uuid(), 'backup.make', 'backup', jsonb_build_object('at', now()), now())"
}

# One transaction, which ends only after the last line: whatever stops it, the database stays as it was.
restore() {
  dump=$1
  [ -f "$dump" ] || dump="$folder/$1"
  at=$(basename "$dump" | sed -nE 's/^sagewire-(.{10}T..)-(..)-(..Z)\.dump$/\1:\2:\3/p')
  [ -n "$at" ] || { echo "$1 is no dump of this script: sagewire-….dump" >&2; return 1; }
  pg_restore --list "$dump" >/dev/null || return 1
  others=$(query --command "select count(*) from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and backend_type = 'client backend'") || return 1
  # A running process would not see the pause.
  [ "$others" = 0 ] || { echo "$others connections use the database: stop Sagewire first" >&2; return 1; }
  said=$({ echo 'begin;' && empty && pg_restore --no-owner --file=- "$dump" && pause "$at" &&
    echo "commit; select 'complete';"; } | query) || return 1
  case $said in *complete) ;; *) echo 'nothing was restored' >&2 && return 1 ;; esac
  echo "restored: $dump. Start Sagewire: it begins paused, and says in the dashboard what waited at the backup."
}

empty() {
  cat <<'SQL'
set client_min_messages = warning;
do $$ declare name text; begin
  for name in select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' loop
    execute format('drop schema %I cascade', name);
  end loop;
end $$;
create schema public;
SQL
}

# As server/jobs/paused-store.ts does: nothing is texted before an admin has chosen, or people would get texts twice.
pause() {
  cat <<SQL
update public.wakeups set lease = null, leased_until = null;
update public.restores set resumed_at = now() where resumed_at is null;
insert into public.restores (id, version, backed_up_at, restored_at, last_message_seq, last_delivery_seq)
  select gen_random_uuid(), 'pg_dump', '$1', now(),
    coalesce((select max(seq) from public.messages), 0), coalesce((select max(seq) from public.deliveries), 0);
SQL
}

is_due() { ! find "$folder" -name 'sagewire-*.dump' -mmin -1435 | grep -q .; }

case ${1:-} in
  --once)
    back_up
    exit
    ;;
  --restore)
    restore "${2:?name a dump}"
    exit
    ;;
esac
trap 'exit 0' TERM INT
while :; do
  if is_due && ! back_up; then echo 'no backup was made; the next try is in ten minutes' >&2; fi
  sleep 600 &
  wait $!
done
