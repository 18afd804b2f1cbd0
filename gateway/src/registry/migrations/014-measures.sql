-- What browsers measured of a version while a canary version runs: once for each move, browser and metric.
CREATE TABLE gateway.measure (
  move integer NOT NULL REFERENCES gateway.move (id),
  browser text NOT NULL,
  -- calls, lcp, cls, inp
  metric text NOT NULL,
  version text NOT NULL,
  network text NOT NULL,
  -- Whether the browser ever measured worse than good.
  bad boolean NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (move, browser, metric)
);
CREATE INDEX measure_of_network ON gateway.measure (move, network);
