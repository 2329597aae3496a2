-- Whether a version of a score model scores past events, and the moment from which each rule stands as it is: null
-- stands for all events. Both tables have some rows for each account.
alter table marketing_score_model add column is_derived boolean not null default false;
update marketing_score_model set is_derived = true where is_full and version > 1;
alter table marketing_score_rule add column graded_from timestamptz(3);
update marketing_score_rule r set graded_from = m.starts_at
from marketing_score_model m where m.account_id = r.account_id and m.version = r.version and not m.is_derived;
