import { createAccount, type SignedInAccount } from './account.ts'
import { writeCombo } from './combo-file.ts'
import type { Stack } from './stack.ts'

export type FilledAccount = SignedInAccount & { readonly address: string }

/** An organisation with one monitored address, of which three passwords leaked. */
export const createFilledAccount = async (stack: Stack): Promise<FilledAccount> => {
  const account = await createAccount(stack.url)
  const address = account.email.replace('@', '@cheia.')
  const { path } = await writeCombo([1, 2, 3].map((number) => ({ address, password: `senha-${number}` })))
  await stack.leaksImport(path, 'fonte-cheia')
  const answer = await fetch(`${stack.url}/api/emails`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${account.token}` },
    body: JSON.stringify({ email: address }),
  })
  if (!answer.ok) throw new Error(`POST /api/emails: ${answer.status} ${await answer.text()}`)
  return { ...account, address }
}
