SELECT clock_timestamp() AS now,
    current_setting('server_version_num')::int AS version,
    split_part(current_setting('server_version'), ' ', 1) AS version_text,
    current_setting('fsync') AS fsync,
    current_setting('synchronous_commit') AS synchronous_commit,
    current_setting('full_page_writes') AS full_page_writes,
    current_setting('data_checksums') AS checksums,
    current_setting('max_connections')::int AS max_connections,
    current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true), '0')::int AS reserved,
    (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')::int AS connections,
    coalesce((SELECT max(extract(epoch FROM clock_timestamp() - xact_start)) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()), 0)::float8 AS longest,
    coalesce((SELECT usename || ', ' || coalesce(nullif(application_name, ''), 'unnamed') FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
        ORDER BY xact_start LIMIT 1), 'nobody') AS longest_who,
    (SELECT age(datfrozenxid) FROM pg_database WHERE datname = current_database())::bigint AS frozen_age,
    current_setting('archive_mode') AS archive_mode,
    coalesce((SELECT last_failed_time > coalesce(last_archived_time, '-infinity') FROM pg_stat_archiver), false) AS archive_failing,
    coalesce((SELECT extract(epoch FROM clock_timestamp() - coalesce(last_archived_time, stats_reset)) FROM pg_stat_archiver), 0)::float8
        AS archive_since,
    (SELECT count(*) FROM pg_replication_slots WHERE NOT active)::int AS slots_idle,
    coalesce((SELECT string_agg(relid::regclass::text || ' (' || n_dead_tup || ' dead rows)', ', ' ORDER BY n_dead_tup DESC)
        FROM pg_stat_user_tables WHERE n_dead_tup > 1000000 AND n_dead_tup > n_live_tup), '') AS dead_tables
