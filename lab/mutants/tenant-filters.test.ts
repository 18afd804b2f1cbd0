import { findTenantFilters } from './tenant-filters.ts'

const without = (sql: string) =>
  findTenantFilters(sql)
    .toReversed()
    .reduce(
      (text, { index, text: filter, replacement }) =>
        text.slice(0, index) + replacement + text.slice(index + filter.length),
      sql,
    )

test.each([
  ['WHERE organisation_id = $1 AND address = $2', 'WHERE $1::bigint IS NOT NULL AND address = $2'],
  ['WHERE $1::bigint IS NULL OR organisation_id = $1::bigint', 'WHERE $1::bigint IS NULL OR $1::bigint IS NOT NULL'],
  ['WHERE leak.organisation_id = seen.organisation_id AND x', 'WHERE true AND x'],
  ['FROM numbers JOIN run USING (organisation_id)', 'FROM numbers JOIN run ON true'],
  ['JOIN source ON NOT source.fabricated OR organisation.fabricated;', 'JOIN source ON true;'],
  ['organisation_id = $1 OR organisation_id = $2', '$1::bigint IS NOT NULL OR $2::bigint IS NOT NULL'],
])('%s without its filter is %s', (sql, open) => {
  expect(without(sql)).toBe(open)
})

test.each(['INSERT INTO client (id, organisation_id) VALUES ($1, $2)', 'GROUP BY organisation_id', 'WHERE id = $1'])(
  '%s has no filter by organisation',
  (sql) => {
    expect(findTenantFilters(sql)).toEqual([])
  },
)
