-- Days for which the organisation keeps what may go. Empty: as the product does.
ALTER TABLE organisation
  ADD COLUMN keep_reports_days integer CHECK (keep_reports_days BETWEEN 30 AND 3650),
  ADD COLUMN keep_actions_days integer CHECK (keep_actions_days BETWEEN 7 AND 90),
  ADD COLUMN keep_names_days integer CHECK (keep_names_days BETWEEN 365 AND 730);
