import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '@atalaia/stack'
import { expect } from './test.ts'

type Mail = { readonly to: readonly string[]; readonly source: string }

const readable = (source: string) => source.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')

/** A real SMTP server with its received mails. */
export const startMailbox = async () => {
  const child = fork(join(root, 'leak-api/testing/smtp-process.ts'), [], { execArgv: [] })
  const [{ url }] = await once(child, 'message')
  const mails = async (to: string): Promise<readonly string[]> => {
    child.send('mails')
    const [{ received }] = await once(child, 'message')
    const all: readonly Mail[] = received
    return all.filter((mail) => mail.to.includes(to)).map(({ source }) => readable(source))
  }
  return {
    url: String(url),
    mails,
    find: async (to: string, pattern: RegExp): Promise<string> => {
      let found: string | undefined
      await expect(async () => {
        found = (await mails(to)).flatMap((mail) => pattern.exec(mail)?.[0] ?? [])[0]
        expect(found).toBeDefined()
      }).toPass()
      return found ?? ''
    },
    stop: () => child.kill(),
  }
}
