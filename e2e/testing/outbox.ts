import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from './test.ts'

export const linkInOutbox = async (dataDir: string, email: string, path: string): Promise<URL> =>
  new URL(await textInOutbox(dataDir, email, new RegExp(`https?://[^\\s"<]+${path}#[\\w-]{43}`)))

export const textInOutbox = async (dataDir: string, email: string, pattern: RegExp): Promise<string> => {
  let found: string | undefined
  await expect(async () => {
    found = await findText(join(dataDir, 'outbox'), email, pattern)
    expect(found).toBeDefined()
  }).toPass()
  return found ?? ''
}

const findText = async (outbox: string, email: string, pattern: RegExp): Promise<string | undefined> => {
  for (const name of await readdir(outbox).catch(() => [])) {
    // Quoted-printable breaks lines, and writes an equals sign in digits.
    const mail = (await readFile(join(outbox, name), 'utf8')).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
    const [text] = pattern.exec(mail) ?? []
    if (mail.includes(email) && text !== undefined) return text
  }
  return undefined
}
