import { join } from 'node:path'
import { root, runCaptured } from '@atalaia/stack'
import { object, string } from 'zod/mini'

export type Registration = {
  readonly dataDir: string
  readonly account: string
  readonly name: string
  readonly url: string
}

export type Client = { readonly id: string; readonly secret: string }

const clientSchema = object({ client_id: string(), client_secret: string() })

/** Does what an operator does once for a portal: allows its origin, and makes an id and a secret for its server. */
export const registerPortal = async ({ dataDir, account, name, url }: Registration): Promise<Client> => {
  const portals = async (...words: string[]): Promise<string> => {
    const { code, output } = await runCaptured(
      process.execPath,
      [join(root, 'leak-api/src/cli/portals.ts'), ...words],
      {
        cwd: root,
        env: { ...process.env, DATA_DIR: dataDir },
      },
    )
    if (code !== 0) throw new Error(`npm run portals -- ${words.join(' ')}: ${output}`)
    return output
  }
  await portals('origins', 'add', url, '--account', account)
  const scope = 'leaks:read emails:add'
  const created = await portals(
    'clients',
    'create',
    `example ${name}`,
    '--account',
    account,
    '--scope',
    scope,
    '--json',
  )
  const { client_id: id, client_secret: secret } = clientSchema.parse(JSON.parse(created))
  return { id, secret }
}
