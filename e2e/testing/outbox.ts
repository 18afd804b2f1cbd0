import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from './test.ts'

/** The link to `path` in the mails that an address is sent, as soon as there is one. */
export const linkInOutbox = async (dataDir: string, email: string, path: string): Promise<URL> => {
  let link: string | undefined
  await expect(async () => {
    link = await findLink(join(dataDir, 'outbox'), email, path)
    expect(link).toBeDefined()
  }).toPass()
  return new URL(link ?? '')
}

const findLink = async (outbox: string, email: string, path: string): Promise<string | undefined> => {
  for (const name of await readdir(outbox).catch(() => [])) {
    // Quoted-printable breaks lines, and writes an equals sign in digits.
    const mail = (await readFile(join(outbox, name), 'utf8')).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
    const [link] = new RegExp(`https?://[^\\s"<]+${path}#[\\w-]{43}`).exec(mail) ?? []
    if (mail.includes(email) && link !== undefined) return link
  }
  return undefined
}
