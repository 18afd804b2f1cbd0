import { chmodSync, chownSync, lchownSync, mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimDataFolder } from './data-folder.ts'

const newFolder = () => join(mkdtempSync(join(tmpdir(), 'data-folder-')), 'data')
const modeOf = (folder: string) => statSync(folder).mode & 0o777

const foreignFolder = () => {
  if (process.geteuid?.() !== 0) return '/'
  const folder = newFolder()
  mkdirSync(folder)
  chownSync(folder, 65_534, 65_534)
  return folder
}

const claim = async (folder: string) => {
  const warnings: string[] = []
  await claimDataFolder(folder, (text) => warnings.push(text))
  return warnings
}

// Rule: M-PRIVACY-9, M-PRIVACY-30
test('a folder that was not there is made for its owner alone, without a word', async () => {
  const folder = newFolder()
  expect(await claim(join(folder, 'deep'))).toEqual([])
  expect([modeOf(folder), modeOf(join(folder, 'deep'))]).toEqual([0o700, 0o700])
})

// Rule: M-PRIVACY-9, M-PRIVACY-30
test.each([0o755, 0o770, 0o701, 0o2777])(
  'a folder of mode %o is closed to others, and one line says so',
  async (mode) => {
    const folder = newFolder()
    mkdirSync(folder)
    writeFileSync(join(folder, 'PG_VERSION'), '')
    chmodSync(join(folder, 'PG_VERSION'), 0o666)
    chmodSync(folder, mode)
    expect(await claim(folder)).toEqual([
      `data folder ${folder}: other users could enter it; it is now closed to them (mode 0700)`,
    ])
    expect(modeOf(folder)).toBe(0o700)
    expect(await claim(folder)).toEqual([])
  },
)

// Rule: M-PRIVACY-9, M-PRIVACY-30
test('a folder of another user, and one whose mode cannot be changed, are refused', async () => {
  const foreign = foreignFolder()
  await expect(claim(foreign)).rejects.toThrow(
    /^data folder .+: it belongs to user \d+, this process runs as \d+; set DATA_DIR to/,
  )
  await expect(claim('/proc/self')).rejects.toThrow(
    /^data folder \/proc\/self: other users may enter it, and its mode cannot/,
  )
})

// Rule: M-PRIVACY-9, M-PRIVACY-30
test('a link that this user has made leads to the folder', async () => {
  const [folder, link] = [newFolder(), newFolder()]
  mkdirSync(folder, { mode: 0o700 })
  symlinkSync(folder, link)
  expect(await claim(link)).toEqual([])
})

if (process.geteuid?.() === 0)
  describe('beside another user', () => {
    const STRANGER = 65_534

    // Rule: M-PRIVACY-9, M-PRIVACY-30
    test('a link that the other has made is refused', async () => {
      const [folder, link] = [newFolder(), newFolder()]
      mkdirSync(folder, { mode: 0o700 })
      symlinkSync(folder, link)
      lchownSync(link, STRANGER, STRANGER)
      await expect(claim(link)).rejects.toThrow(
        /it is a link of user 65534, who can lead it elsewhere; set DATA_DIR to/,
      )
    })

    // Rule: M-PRIVACY-9, M-PRIVACY-30
    test('a folder in which the other could write, and has, is refused at each start', async () => {
      const folder = newFolder()
      const key = join(folder, 'keys', 'token.key')
      mkdirSync(join(folder, 'keys'), { recursive: true })
      writeFileSync(key, '')
      chmodSync(folder, 0o777)
      chownSync(key, STRANGER, STRANGER)
      const refusal = /other users could write to it, and keys\/token\.key is not this user's; set DATA_DIR to/
      await expect(claim(folder)).rejects.toThrow(refusal)
      await expect(claim(folder)).rejects.toThrow(refusal)
      expect(modeOf(folder)).toBe(0o777)
      chownSync(key, 0, 0)
      expect(await claim(folder)).toHaveLength(1)
    })
  })
