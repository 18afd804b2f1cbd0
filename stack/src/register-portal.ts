import { join } from 'node:path'
import { object, string } from 'zod/mini'
import { runCaptured } from './run-captured.ts'
import { root } from './workspace.ts'

export type Registration = { readonly dataDir: string; readonly account: string }
export type Client = { readonly id: string; readonly secret: string }

const DASHBOARD = ['leaks:read', 'emails:add'] as const
const clientSchema = object({ client_id: string(), client_secret: string() })

const portals = async (dataDir: string, ...words: string[]): Promise<string> => {
  const { code, output } = await runCaptured(process.execPath, [join(root, 'leak-api/src/cli/portals.ts'), ...words], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  })
  if (code !== 0) throw new Error(`npm run portals -- ${words.join(' ')}: ${output}`)
  return output
}

/** As an operator does once. */
export const allowOrigin = async ({ dataDir, account }: Registration, url: string): Promise<void> => {
  await portals(dataDir, 'origins', 'add', url, '--account', account)
}

/** `examples` in the operator's log. Default scopes: the dashboard's. */
export const createClient = async (
  { dataDir, account }: Registration,
  scopes: readonly string[] = DASHBOARD,
): Promise<Client> => {
  const line = ['clients', 'create', 'examples', '--account', account, '--scope', scopes.join(' '), '--json']
  const created = await portals(dataDir, ...line)
  const { client_id: id, client_secret: secret } = clientSchema.parse(JSON.parse(created))
  return { id, secret }
}
