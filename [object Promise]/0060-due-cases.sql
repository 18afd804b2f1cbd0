-- The last São Paulo day of which the person was told by mail which cases are due, or had none in that morning (P-CASE-14).
ALTER TABLE alert_setting ADD COLUMN cases_told_on date;
