import { readPostgresUrl } from './postgres-url.ts'

test.each([
  ['postgresql://ana:a%40b@db:5432/leaks?sslmode=require', ['postgresql://ana:a%40b@db:5432/leaks?sslmode=require']],
  ['socket:/run/postgresql?db=leaks', ['socket:/run/postgresql?db=leaks']],
  ['postgres://db/leaks?target_session_attrs=any', ['postgres://db/leaks']],
])('one server is used as it is: %s', (url, urls) => {
  expect(readPostgresUrl(url)).toEqual({ urls, readWrite: false })
})

test.each([
  [
    'postgres://ana:pw@one:5432,two:5433/leaks',
    ['postgres://ana:pw@one:5432/leaks', 'postgres://ana:pw@two:5433/leaks'],
  ],
  [
    'postgres://ana@localhost/leaks?host=/run/one,/run/two',
    ['postgres://ana@localhost/leaks?host=%2Frun%2Fone', 'postgres://ana@localhost/leaks?host=%2Frun%2Ftwo'],
  ],
])('of several servers each has an address, and the one that takes writes is wanted: %s', (url, urls) => {
  expect(readPostgresUrl(url)).toEqual({ urls, readWrite: true })
})

test('an unknown kind of session is refused without showing the password', () => {
  const url = 'postgres://ana:secret@one,two/leaks?target_session_attrs=standby'
  expect(() => readPostgresUrl(url)).toThrow(/^DATABASE_URL: target_session_attrs is one of any, read-write, primary$/)
})
