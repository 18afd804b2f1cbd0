import { folderOf, readFolder, readOne } from '../../../testing/read-leaks.ts'

const SYSTEM = 'HWID: ABC123DE\nLocal Date: 03.03.2025 14:22:10\n'
const entry = (login: string) => `URL: https://x.com/\nUsername: ${login}\nPassword: um\n`
const ends = async (files: Readonly<Record<string, string | Buffer>>) =>
  Object.fromEntries((await readFolder(files)).files.map(({ path, end }) => [path.replace('pack/', ''), end]))

// Rule: M-IMPORT-74
test.each([
  'Browsers/Passwords.txt',
  'Browsers/Chrome/Default/list.txt',
  'Autofills/Chrome.txt',
  'Cookies/passwords.txt',
  'Cards/x.txt',
  'History.txt',
  'Telegram/senhas.txt',
  'Installed Software.txt',
  'Important Autofills.txt',
])('%s of a log is read when it has entries', async (path) => {
  const { pairs, credentials } = await readFolder({ 'A/System.txt': SYSTEM, [`A/${path}`]: entry('a@b.com') })
  expect(pairs).toEqual(['a@b.com um'])
  expect(credentials).toMatchObject([{ machine: 'ABC123DE', day: '2025-03-03' }])
})

test('a list or a table of a log is read, under a name of other data or of none', async () => {
  const files = {
    'A/System.txt': SYSTEM,
    'A/Browsers/all.txt': 'https://x.com/in:a@b.com:um\nhttps://y.com/:c@d.com:dois\n',
    'A/Files/export.csv': 'url,username,password\nhttps://x.com,e@f.com,tres\n',
    'A/passwords.json': '[{"url":"https://x.com","username":"g@h.com","password":"4"}]',
  }
  expect((await readFolder(files)).pairs.toSorted()).toEqual([
    'a@b.com um',
    'c@d.com dois',
    'e@f.com tres',
    'g@h.com 4',
  ])
})

// Rule: M-IMPORT-74
test('each file ends as read, with facts alone, skipped or unread, and a reason', async () => {
  const files = {
    'A/System.txt': SYSTEM,
    'A/Passwords.txt': entry('a@b.com'),
    'A/Cookies/x.txt': '.x.com\tTRUE\t/\tFALSE\t0\tsid\t1\n',
    'A/History.txt': 'https://x.com/ visited\n',
    'A/screen.jpg': Buffer.from(Array.from({ length: 2000 }, (_, at) => (at * 7919) % 256)),
    'A/empty.txt': '',
    'A/notes.txt': 'call ana@b.com: tomorrow\nbuy milk\n',
    'list.zip': 'PK\u0003\u0004nothing',
  }
  expect(await ends(files)).toEqual({
    'A/System.txt': 'facts',
    'A/Passwords.txt': 'read',
    'A/Cookies/x.txt': 'facts',
    'A/History.txt': 'skipped',
    'A/screen.jpg': 'skipped',
    'A/empty.txt': 'skipped',
    'A/notes.txt': 'skipped',
    'list.zip': 'unread',
  })
  for (const file of (await readFolder(files)).files)
    expect('reason' in file).toBe(file.end === 'skipped' || file.end === 'unread')
})

// Rule: M-IMPORT-75
test.each([
  ['Passwords.txt', 'nothing of a known form\n'],
  ['Пароли.txt', 'ничего\n'],
  ['mots de passe.txt', 'rien du tout\n'],
  ['sifreler.txt', 'yok\n'],
  ['密码.txt', '没有\n'],
  ['x.txt', 'Site = https://x.com\nKennung = ana@b.com\nKennwort = geheim\n'],
  ['x.txt', 'strona https://x.com\nhasło tajne\n'],
  ['senhas.json', '{"items":[]}'],
])('%s with %j names passwords, and is told when nothing of it is read', async (name, content) => {
  const { files } = await readFolder({
    'A/System.txt': SYSTEM,
    [`A/${name}`]: content,
    'A/Passwords 2.txt': entry('a@b.com'),
    'A/todo.txt': 'milk\n',
  })
  expect(files.filter((file) => file.end === 'skipped' && file.isSilent).map(({ path }) => path)).toEqual([
    `pack/A/${name}`,
  ])
})

test('JSON without a login is refused alone', async () => {
  await expect(readOne('{"items":[{"id":1}]}')).rejects.toThrow('not a leak file')
  await expect(readOne('[]')).rejects.toThrow('not a leak file')
})

// Rule: M-IMPORT-74
test.each([
  ['a list', 'lorem\n\na@b.com:um\nmaria:dois\nc@d.com:tres\n'],
  ['a table', 'title\n\nid,email,senha\n1,a@b.com,um\n2,maria,dois\n3\n'],
  ['a log', `${entry('a@b.com')}Application: x\n=====\n\n${entry('maria')}\nlorem\n`],
  ['a table in a list', 'a@b.com:um\nid,email,senha\n1,c@d.com,um\n\nmaria:dois\n'],
  ['NUL and CR', 'a@b.com:um\r\r\nlorem\0\rc@d.com:dois\n\0\n'],
])('the lines of %s add up', async (_what, content) => {
  const { files, credentials, rejected, skipped, ignored } = await readOne(content, { explain: true })
  expect(files).toHaveLength(1)
  const lines = content.replace(/(?:\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/).length
  const counts = { credentials: credentials.length, rejected: rejected.length, skipped, ignored }
  const further = files.reduce((sum, file) => sum + file.further, 0)
  expect(files).toMatchObject([{ end: 'read', lines, ...counts }])
  expect(credentials.length + rejected.length + skipped + ignored + further).toBe(lines)
})

test('what is skipped is listed on demand alone', async () => {
  const content = 'a@b.com:um\nmaria:dois\n'
  expect((await readOne(content)).passed).toEqual([])
  expect((await readOne(content, { explain: true })).passed).toEqual(['2 login is no e-mail address'])
})

test('the accounts of many files are not kept until the end', async () => {
  const files = Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`n${at}.txt`, '']))
  expect(folderOf({ 'a.txt': '' })).toMatch(/pack$/)
  expect((await readFolder({ ...files, 'a.txt': 'a@b.com:um' })).files).toHaveLength(1501)
})
