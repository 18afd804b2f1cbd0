import type { LeakFile } from '../src/leaks/reading/credential.ts'

type Family = {
  readonly name: string
  readonly passwords: string
  readonly website: string
  readonly login: string
  readonly password: string
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly banner: readonly string[]
  readonly system: { readonly file: string; readonly machine: string; readonly day: (day: Date) => string }
  readonly encoding: 'utf8' | 'utf16le'
  readonly newline: string
}

const two = (value: number) => String(value).padStart(2, '0')
const dotted = (day: Date) => `${two(day.getUTCDate())}.${two(day.getUTCMonth() + 1)}.${day.getUTCFullYear()} 10:11:12`
const american = (day: Date) => `${day.getUTCMonth() + 1}/${day.getUTCDate()}/${day.getUTCFullYear()} 1:02:03 PM`
const iso = (day: Date) => `${day.toISOString().slice(0, 10)} 23:59:59`

const family = (name: string, form: Partial<Family>): Family => ({
  name,
  passwords: 'Passwords.txt',
  website: 'URL: ',
  login: 'Username: ',
  password: 'Password: ',
  before: [],
  after: [''],
  banner: [],
  system: { file: 'System.txt', machine: 'HWID: ', day: (day) => `Local Date: ${dotted(day)}` },
  encoding: 'utf8',
  newline: '\r\n',
  ...form,
})

const BANNER = ['*'.repeat(40), '*   best logs: t.me/somebody   *', '*'.repeat(40), '']

export const FAMILIES: readonly Family[] = [
  family('RedLine', {
    banner: BANNER,
    after: ['Application: Google_[Chrome]_Default', '==============='],
    system: { file: 'UserInformation.txt', machine: 'HWID: ', day: (day) => `Log date: ${american(day)}` },
  }),
  family('Meta', {
    after: ['Application: Microsoft_[Edge]_Default', '==============='],
    encoding: 'utf16le',
    system: { file: 'UserInformation.txt', machine: 'HWID: ', day: (day) => `Log date: ${american(day)}` },
  }),
  family('Raccoon', {
    passwords: 'passwords.txt',
    login: 'USR: ',
    password: 'PASS: ',
    system: { file: 'System Info.txt', machine: 'MachineID: ', day: (day) => `- Local Time: ${iso(day)}` },
  }),
  family('Vidar', {
    passwords: 'passwords.txt',
    before: ['Soft: Google Chrome [Default]'],
    website: 'Host: ',
    login: 'Login: ',
    system: { file: 'information.txt', machine: 'MachineID: ', day: (day) => `Date: ${american(day)}` },
  }),
  family('Lumma', {
    passwords: 'All Passwords.txt',
    banner: BANNER,
    before: ['SOFT: Chrome Default (120.0.6099.130)'],
    login: 'USER: ',
    password: 'PASS: ',
  }),
  family('StealC', {
    passwords: 'passwords.txt',
    before: ['browser: Google Chrome', 'profile: Default'],
    website: 'url: ',
    login: 'login: ',
    password: 'password: ',
    newline: '\n',
    system: { file: 'system_info.txt', machine: '- HWID: ', day: (day) => `- Local Time: ${iso(day)}` },
  }),
  family('Atomic', {
    passwords: 'Passwords/Chrome_Default.txt',
    login: 'Login: ',
    after: ['-'.repeat(20)],
    newline: '\n',
    system: { file: 'Sysinfo.txt', machine: 'Hardware ID: ', day: (day) => `Date: ${iso(day)}` },
  }),
  family('the unknown next one', {
    passwords: 'Creds.txt',
    before: ['[+] ST0R4G3: Brave'],
    website: '[+] UR1: ',
    login: '[+] U53RN4M3: ',
    password: '[+] P455W0RD: ',
    after: ['~~~~~~~~~~'],
    system: { file: 'System.txt', machine: 'UID: ', day: (day) => `Last seen: ${iso(day)}` },
  }),
]

export const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type MadeLog = { readonly folder: string; readonly files: ReadonlyMap<string, Buffer>; readonly family: Family }

const LOGINS = [
  'ana@acme.com',
  'Bia.Lima+x@Sub.Acme.com.br',
  'maria',
  '',
  '123.456.789-09',
  'eva@bücher.example',
  'x@y',
]
const PASSWORDS = [
  'um:dois',
  ' três ',
  'a;b|c',
  'https://x.com',
  '=====',
  '',
  'p"q',
  'çã€',
  '5f4dcc3b5aa765d61d8327deb882cf99',
]

export const makeLog = (form: Family, seed: number): MadeLog => {
  const random = randomOf(seed)
  const pick = (items: readonly string[]) => items[Math.floor(random() * items.length)] ?? ''
  const entry = () => [
    ...form.before,
    `${form.website}https://www.shop${Math.floor(random() * 9)}.com.br/in?a=b`,
    `${form.login}${random() < 0.5 ? `pessoa${Math.floor(random() * 50)}@empresa.com` : pick(LOGINS)}`,
    `${form.password}${random() < 0.5 ? Math.floor(random() * 1e9).toString(36) : pick(PASSWORDS)}`,
    ...form.after,
  ]
  const browsers = [0, 1].map(() => Array.from({ length: 1 + Math.floor(random() * 6) }, entry).flat())
  const text = (lines: readonly string[]) =>
    form.encoding === 'utf8'
      ? Buffer.from(lines.join(form.newline))
      : Buffer.from(`\uFEFF${lines.join(form.newline)}`, 'utf16le')
  const day = new Date(
    Date.UTC(2020 + Math.floor(random() * 6), Math.floor(random() * 12), 13 + Math.floor(random() * 15)),
  )
  const machine = `AB${Math.floor(random() * 1e9)
    .toString(16)
    .toUpperCase()}01`
  const files = new Map([
    [
      form.system.file,
      text([`Computer Name: PC-ANA`, `${form.system.machine}${machine}`, form.system.day(day), 'IP: 10.0.0.1']),
    ],
    [form.passwords, text([...form.banner, ...browsers.flat()])],
    ['Edge/Default/Passwords.txt', text(browsers[1] ?? [])],
    ['Brute.txt', text(['um:dois', 'Password: um', 'Login: a@b.com'])],
    ['Cookies/Chrome_Default.txt', text(['.shop.com\tTRUE\t/\tFALSE\t1\ta\tb'])],
    ['Autofills/Chrome_Default.txt', text(['Name: telefone', 'Value: 11 99999-0000', 'cpf: 123.456.789-09'])],
    ['Screenshot.jpg', Buffer.from([0xff, 0xd8, 0, 0, 1])],
  ])
  return { folder: `BR[${machine}]`, files, family: form }
}

export async function* filesOfLogs(logs: readonly MadeLog[], root = 'logs'): AsyncGenerator<LeakFile> {
  for (const { folder, files } of logs)
    for (const [name, content] of files)
      yield { path: `${root}/${folder}/${name}`, log: `${root}/${folder}`, content: piecesOf(content) }
}

async function* piecesOf(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 1000) yield Buffer.from(content.subarray(at, at + 1000))
}

export const readSimply = ({ files, family: form }: MadeLog): string[] =>
  [...files].flatMap(([name, content]) => {
    if (name !== form.passwords && !name.endsWith('/Passwords.txt')) return []
    const lines = content.toString(form.encoding).replace('\uFEFF', '').split(form.newline)
    const behind = (words: string) =>
      lines.filter((line) => line.startsWith(words)).map((line) => line.slice(words.length))
    const passwords = behind(form.password)
    const websites = behind(form.website)
    return behind(form.login).map((login, at) => [login, passwords[at], websites[at]].join(' | '))
  })

export type SimplePair = { readonly pair: string; readonly website: string }

export const pairsOf = (simple: string): SimplePair[] => {
  const [login = '', typed = '', website = ''] = simple.split(' | ')
  const password = typed.trim()
  if (!/^[^@]+@[^@]+\.[^@]+$/.test(login)) return []
  const address = login.toLowerCase().replace('bücher', 'xn--bcher-kva')
  const kind = /^[\da-f]{32}$/.test(password) ? 'hash' : 'plain'
  return [{ pair: [address, ...(password === '' ? [] : [kind, password])].join(' '), website }]
}
