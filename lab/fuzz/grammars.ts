import { crc32, gzipSync } from 'node:zlib'
import type { Random } from './random.ts'

/** `planted`: a reader must find them in unmutated input. */
export type Input = { readonly kind: string; readonly bytes: Buffer; readonly planted: readonly string[] }

type Person = { readonly address: string; readonly password: string; readonly website: string; readonly name: string }

const PASSWORDS = [
  'Senha-1',
  'p:q',
  'a b',
  'x"y',
  "it's",
  '{a}',
  '[b]',
  'ção',
  '12345678',
  '#;|,',
  '<t>',
  '\\n',
  '$HEX[61]',
]
const WEBSITES = [
  'https://a.example/in',
  'http://b.example:8080',
  'c.example',
  'android://x@com.shop/',
  'https://[::1]/x',
]
const NEWLINES = ['\n', '\r\n']

const personOf = (random: Random, index: number): Person => ({
  address: `p${index}.${random.below(1e6)}@fuzz${random.below(9)}.example`,
  password: random.pick(PASSWORDS) + random.below(100),
  website: random.pick(WEBSITES),
  name: random.pick(['Ana', 'João da Silva', "O'Neil", '"Bia"', '']),
})

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

type Grammar = (people: readonly Person[], random: Random) => string

const combo: Grammar = (people, random) => {
  const separator = random.pick([':', ';', '|', '\t'])
  const form = random.pick<(person: Person) => string[]>([
    ({ address, password }) => [address, password],
    ({ address, password, website }) => [website, address, password],
    ({ address }) => [address],
  ])
  return people.map((person) => form(person).join(separator)).join(random.pick(NEWLINES))
}

const HEADS: readonly (readonly [string, (person: Person) => string[]])[] = [
  ['name,url,username,password,note', (one) => [one.name, one.website, one.address, one.password, '']],
  ['email,senha,nome', (one) => [one.address, one.password, one.name]],
  [
    'folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp',
    (one) => ['', '', 'login', one.name, '', '', '0', one.website, one.address, one.password, ''],
  ],
  ['id,email,secondary_email,password_hash,salt', (one) => ['1', one.address, '', '0'.repeat(40), 'x']],
]

const csv: Grammar = (people, random) => {
  const [head, cells] = random.pick(HEADS)
  const separator = random.pick([',', ';', '\t'])
  const rows = people.map((person) => cells(person).map(quoted).join(separator))
  return [head.replaceAll(',', separator), ...rows].join(random.pick(NEWLINES))
}

const json: Grammar = (people, random) => {
  const row = random.pick<(person: Person) => object>([
    ({ address, password }) => ({ email: address, password }),
    ({ address, password }) => ({ email: [address], password: [password], hashed_password: [] }),
    ({ address, password, website }) => ({ login: { username: address, password, uris: [{ uri: website }] } }),
    ({ address, password }) => ({ _id: { $oid: 'x' }, profile: { emails: [{ address }] }, services: { password } }),
  ])
  const rows = people.map(row)
  return random.pick([
    () => rows.map((each) => JSON.stringify(each)).join('\n'),
    () => JSON.stringify({ total: rows.length, entries: rows }),
    () => JSON.stringify(rows, undefined, 2),
  ])()
}

const sqlText = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const tupleOf = ({ address, password, name }: Person) => `(1,${[name, address, password].map(sqlText).join(',')})`

const sql: Grammar = (people, random) => {
  const table = 'CREATE TABLE `users` (`id` int, `name` text, `email` text, `password` text);'
  const rows = people.map(tupleOf)
  return random.once(2)
    ? [table, `INSERT INTO \`users\` VALUES ${rows.join(',')};`].join('\n')
    : [table, ...rows.map((row) => `INSERT INTO \`users\` VALUES ${row};`)].join('\n')
}

const blocks: Grammar = (people, random) => {
  const [url, user, pass] = random.pick([
    ['URL: ', 'Username: ', 'Password: '],
    ['url: ', 'login: ', 'password: '],
    ['Host: ', 'Login: ', 'Password: '],
  ])
  const block = (one: Person) => [url + one.website, user + one.address, pass + one.password, '='.repeat(15), '']
  return people.flatMap(block).join(random.pick(NEWLINES))
}

export const GRAMMARS: Readonly<Record<string, Grammar>> = { combo, csv, json, sql, blocks }

/** Stored entries, without compression. */
export const zipOf = (entries: readonly (readonly [name: string, content: Buffer])[]): Buffer => {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [path, content] of entries) {
    const name = Buffer.from(path)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(content.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(name.length, 22)
    files.push(Buffer.from('PK\u0003\u0004'), facts, name, content)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0'), facts, place, name)
    offset += 30 + name.length + content.length
  }
  const end = Buffer.alloc(18)
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, ...directory, Buffer.from('PK\u0005\u0006'), end])
}

const LOG_NAMES = ['Passwords.txt', 'Browsers/Passwords.txt', 'All Passwords.txt', 'passwords.txt']

const archiveOf = (text: string, random: Random): Buffer => {
  const system = Buffer.from(`HWID: ${random.below(1e9)}\r\nLocal Date: 03.03.2025 10:11:12\r\n`)
  const log = zipOf([
    ['BR[1]/System.txt', system],
    [`BR[1]/${random.pick(LOG_NAMES)}`, Buffer.from(text)],
  ])
  return random.once(3) ? zipOf([['inner.zip', log]]) : log
}

const MAX_PEOPLE = 400

/** One input in so many. */
const ARCHIVES = 60

export const buildInput = (random: Random): Input => {
  const people = Array.from({ length: 1 + random.below(MAX_PEOPLE) }, (_none, index) => personOf(random, index))
  const planted = people.map(({ address }) => address)
  if (random.once(ARCHIVES)) return { kind: 'archive', bytes: archiveOf(blocks(people, random), random), planted }
  const [kind, grammar] = random.pick(Object.entries(GRAMMARS))
  const text = Buffer.from(grammar(people, random))
  return random.once(20) ? { kind: `${kind} in gzip`, bytes: gzipSync(text), planted } : { kind, bytes: text, planted }
}
