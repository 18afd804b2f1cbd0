-- Between how many days organisations choose, where the operator has narrowed what the product allows. Empty: as the product does.
CREATE TABLE retention_bound (
  name text PRIMARY KEY CHECK (name IN ('relatorios', 'acoes_de_portais', 'nomes_na_auditoria')),
  least_days integer,
  most_days integer,
  CHECK (least_days <= most_days)
);
