import { readPostgresUrl } from '@atalaia/database'

/** A PostgreSQL server that keeps partitions. */
export type ServerAddress = {
  /** For connections of this program. It may have a password in it. */
  readonly url: string
  /** Host, port and database: for people, and to tell one server from another. */
  readonly label: string
  /** The same for a foreign server of PostgreSQL, as libpq names it. */
  readonly options: Readonly<Record<string, string>>
  readonly user: string
  readonly password: string | undefined
}

const FORM = /^postgres(ql)?:\/\//
const DEFAULT_PORT = '5432'
/** Parameters of an address that libpq and this program's driver read alike. */
const PASSED_ON = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey']

const hostOf = ({ hostname, searchParams }: URL) => searchParams.get('host') ?? hostname.replaceAll(/^\[|\]$/g, '')

/**
 * Reads an address as `DATABASE_URL` has it, with one or several servers (a primary and its standbys). Throws an error that
 * begins with `name` and never contains the address.
 */
export const readServerAddress = (name: string, url: string): ServerAddress => {
  if (!FORM.test(url)) throw new Error(`${name}: must be postgresql://user@host/database`)
  const { urls, readWrite } = readPostgresUrl(url)
  if (!urls.every((each) => URL.canParse(each))) throw new Error(`${name}: is no address of a PostgreSQL`)
  const servers = urls.map((each) => new URL(each))
  const [first] = servers
  const database = decodeURIComponent(first?.pathname.slice(1) ?? '')
  const user = decodeURIComponent(first?.username ?? '')
  if (first === undefined || database === '' || user === '')
    throw new Error(`${name}: has to name a user and a database: postgresql://user@host/database`)
  const options: Record<string, string> = {
    host: servers.map(hostOf).join(','),
    port: servers.map(({ port }) => (port === '' ? DEFAULT_PORT : port)).join(','),
    dbname: database,
  }
  for (const [parameter, value] of first.searchParams) {
    if (parameter === 'host') continue
    if (!PASSED_ON.includes(parameter)) throw new Error(`${name}: ${parameter} is none of ${PASSED_ON.join(', ')}`)
    options[parameter] = value
  }
  if (readWrite) options['target_session_attrs'] = 'read-write'
  const hosts = servers.map((server) => `${hostOf(server)}:${server.port === '' ? DEFAULT_PORT : server.port}`)
  return {
    url,
    label: `${hosts.join(',')}/${database}`,
    options,
    user,
    password: first.password === '' ? undefined : decodeURIComponent(first.password),
  }
}

/** The servers of the setting, each once. */
export const readServerAddresses = (name: string, urls: readonly string[]): readonly ServerAddress[] => {
  const addresses = urls.map((url) => readServerAddress(name, url))
  for (const [at, { label }] of addresses.entries())
    if (addresses.findIndex((other) => other.label === label) < at) throw new Error(`${name}: names ${label} twice`)
  return addresses
}
