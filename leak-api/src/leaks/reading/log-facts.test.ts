import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ReadCredential } from './credential.ts'
import { readLeak } from './read-leak.ts'
import { walkLeak } from './walk-leak.ts'

const ENTRY = 'URL: https://portal.example/login\nUsername: ana@acme.com\nPassword: Senha-1\n'

const read = async (files: Readonly<Record<string, string | Buffer>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'log-facts-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const credentials: ReadCredential[] = []
  for await (const batch of readLeak(walkLeak(folder))) credentials.push(...batch.credentials)
  return credentials
}
const factsOf = async (file: string, lines: readonly string[]) => {
  const [{ day, machine } = { day: undefined, machine: undefined }, ...others] = await read({
    [`log/${file}`]: lines.join('\n'),
    'log/Passwords.txt': ENTRY,
  })
  expect(others).toEqual([])
  return { day, machine }
}

const install = (day: string) => ['Install Date: ' + day, 'Date: 8/9/2026 10:11:12']
const machineOf = async (...lines: string[]) => (await factsOf('System.txt', lines)).machine

const AUGUST_9 = '2026-08-09'

// Rule: M-IMPORT-46
test.each([
  ['8/9/2026 10:11:12 PM (UTC-3)'],
  ['9/8/2026 10:11:12 p. m.'],
  ['09/08/2026 22:11:12'],
  ['2026.08.09'],
  ['2026-08-09_08-01-25.867'],
  ['2026/8/9 22:11'],
  ['09-Aug-26'],
  ['09 Aug 26 10:35 MSK'],
  ['09.08.26 10:11'],
  ['9.8.2026 г. 10:11:12'],
  ['Sun Aug  9 22:11:12 2026'],
  ['Sun Aug  9 22:11:12 -03 2026'],
  ['Sunday, August 9, 2026 10:11:12 PM'],
  ['August 9th, 2026'],
  ['domingo, 9 de agosto de 2026 22:11:12'],
  ['9 août 2026'],
  ['9. August 2026'],
  ['09 авг. 2026 г., 22:11'],
  ['2026年8月9日 22:11'],
  ['20260809101112.500000-180'],
  ['1786324272'],
  ['1786324272345'],
  ['2026-08-10T01:11:12.123Z'],
  ['2026-08-10 01:11:12 UTC'],
  ['10.08.2026 03:11:12 MSK'],
  ['10.08.2026 (02:11:12)  UTC: +01:00 Paris'],
  ['2026-08-10T06:41:12+05:30'],
])('the day %s is the ninth of August in São Paulo', async (text) => {
  expect((await factsOf('System.txt', [`Local Date: ${text}`])).day).toBe(AUGUST_9)
})

// Rule: M-IMPORT-46
test.each([['unknown'], ['31.02.2026'], ['null'], ['12:13:02'], ['10.0.19045'], ['0'], ['2147483648000000']])(
  'the day %s is none',
  async (text) => {
    expect((await factsOf('System.txt', [`Date: ${text}`])).day).toBeUndefined()
  },
)

// Rule: M-IMPORT-46
test('the other days of a system file show whether the day or the month comes first', async () => {
  expect((await factsOf('information.txt', install('25/07/2022 1:02:03'))).day).toBe('2026-09-08')
  expect((await factsOf('information.txt', install('7/25/2022 1:02:03'))).day).toBe(AUGUST_9)
})

const MAC = 'B9EF151B-A298-586C-ADED-36E001E670E3'

// Rule: M-IMPORT-46
test.each<[string, string, readonly string[], string | undefined, string | undefined]>([
  [
    'Vidar',
    'information.txt',
    ['Date: 22/12/2025 10:11:12', 'MachineID: {3d3c15f2-f8cf-448c-b001-e48e5049d004}', 'GUID: x1-22-333'],
    '2025-12-22',
    '3d3c15f2-f8cf-448c-b001-e48e5049d004',
  ],
  [
    'Rhadamanthys',
    'Information.txt',
    ['Install Date: 09 Aug 26 00:33 UTC-3', 'Traffic Name: 001FT', 'HWID: 2BB1CAF18934'],
    AUGUST_9,
    '2BB1CAF18934',
  ],
  [
    'Lumma, with the day of Windows',
    'System.txt',
    ['- Install Date: 07.01.2020 19:37:34', '- HWID: 2BB1CAF18934', '- Local Date: 09.08.2026 1:02:03'],
    AUGUST_9,
    '2BB1CAF18934',
  ],
  [
    'AMOS',
    'UserInformation.txt',
    ['Hardware:', '      Serial Number (system): C07DP1N8Q6NW', `      Hardware UUID: ${MAC}`, 'Device ID: 0x128b'],
    undefined,
    MAC,
  ],
  ['ioreg', 'Sysinfo.txt', [`  |   "IOPlatformUUID" = "${MAC}"`, `"IOPlatformSerialNumber" = "C07D1"`], undefined, MAC],
  ['a serial alone', 'hardware_info.txt', ['Serial Number (system): C07DP1N8Q6NW'], undefined, 'C07DP1N8Q6NW'],
  ['wmic', 'system_info.txt', ['UUID                                  ', `${MAC}  `, ''], undefined, MAC],
  [
    'the registry',
    'system.txt',
    ['    MachineGuid    REG_SZ    3d3c15f2-f8cf-448c-b001-e48e5049d004'],
    undefined,
    '3d3c15f2-f8cf-448c-b001-e48e5049d004',
  ],
  [
    'PureLogs',
    'log.json',
    ['{', '"Username_Hwid": "user_DBE3B384D3C4",', '"Date": "2026-08-09_08-01-25.867",', '"BotInfo": {"System": {}}}'],
    AUGUST_9,
    'user_DBE3B384D3C4',
  ],
  [
    'JSON in one line',
    'SystemInfo.json',
    ['[{"sys":{"time":1786324272345,"hwid":"{AB-12-CD}"}}]'],
    AUGUST_9,
    'AB-12-CD',
  ],
  [
    'values below their keys',
    'Info.txt',
    ['HWID:', '', '2BB1CAF18934', 'Date:', '2026-08-09'],
    AUGUST_9,
    '2BB1CAF18934',
  ],
  [
    'emoji and boxes',
    'PC_info.txt',
    ['🖥Computer info:', '│ ⏰ System time: 2026-08-09 10:11:12 PM', '├─ 🔑 HWID ➜ : 2BB1CAF18934'],
    AUGUST_9,
    '2BB1CAF18934',
  ],
  [
    'Portuguese',
    'Informações do Sistema.txt',
    ['Data e hora: 09/08/2026 22:11', 'ID da máquina: AB12CD34', 'Nome do computador: PC'],
    AUGUST_9,
    'AB12CD34',
  ],
  ['Spanish', 'Información.txt', ['Fecha: 09/08/2026', 'ID de hardware: AB12CD34'], AUGUST_9, 'AB12CD34'],
  ['Russian', 'Информация.txt', ['Дата: 09.08.2026', 'Серийный номер: AB12CD34'], AUGUST_9, 'AB12CD34'],
  ['French', 'infos systeme.txt', ['Date et heure : 09/08/2026', 'Numéro de série : AB12CD34'], AUGUST_9, 'AB12CD34'],
])('a log of %s gives its day and machine', async (_family, file, lines, day, machine) => {
  expect(await factsOf(file, lines)).toEqual({ day, machine })
})

// Rule: M-IMPORT-46
test('without an id, the names of computer and user together are the machine, and are not kept', async () => {
  const one = await machineOf('Username: ana', 'Compname: PC-1')
  expect(one).toMatch(/^[\da-f]{16}$/)
  expect(await machineOf('Machine: PC-1/ana')).toBe(one)
  expect(await machineOf('Host Name: PC-1', 'User: bia')).not.toBe(one)
  expect(await machineOf('Compname: PC-1')).toBeUndefined()
})

// Rule: M-IMPORT-46
test('an unknown name of a file that looks like a system file gives the facts', async () => {
  const found = await read({
    'BR_1/zz_victim.txt': 'Computer: PC\nUser: ana\nHWID: AB12CD34\nWhen it ran, Local Time: x\nDate: 09.08.2026\n',
    'BR_1/Chrome/Default/Passwords.txt': ENTRY,
    'BR_2/Passwords.txt': ENTRY.replace('ana', 'bia'),
    'BR_2/notes.txt': 'Dear Ana,\n\nmy password is: um\n',
  })
  expect(found.map(({ address, day, machine }) => [address, day, machine])).toEqual([
    ['ana@acme.com', AUGUST_9, 'AB12CD34'],
    ['bia@acme.com', undefined, undefined],
  ])
})

// Rule: M-IMPORT-46
test.each([
  ['System/Info.txt', 'Browsers/Google/Passwords.txt'],
  ['PC/System Information.txt', 'Browser Data/Chrome/Profile 1/passwords.txt'],
  ['info.json', 'Browsers/Edge/Default/Logins.txt'],
])('the system file %s is of the log that has %s', async (system, passwords) => {
  const text = (day: string) => (system.endsWith('json') ? `{"date":"${day}"}` : `Date: ${day}`)
  const found = await read({
    [`one/${system}`]: text('2026-08-09'),
    [`one/${passwords}`]: ENTRY,
    [`two/${system}`]: text('2026-08-10'),
    [`two/${passwords}`]: ENTRY,
  })
  expect(found.map(({ day }) => day)).toEqual([AUGUST_9, '2026-08-10'])
})
