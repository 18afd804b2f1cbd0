import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Queryable, sql, type Database } from '@atalaia/database'
import { saoPauloDay } from '@atalaia/contracts'
import { boolean, object, string, type infer as Infer } from 'zod/mini'
import { DAY_MS } from '../base/clock.ts'
import { createAccountsRepository, type Account } from '../base/people/accounts-repository.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { runImport, type ImportTools } from '../leaks/importing/run-import.ts'
import { addAddress } from '../numbers/monitoring/add-address.ts'
import { judgeAnew, markAllDue } from '../numbers/severity/store-judgements.ts'
import { createSettingsRepository } from '../base/store/settings-repository.ts'
import { DEMO_EMAIL, demoAddresses, demoImports, demoPassword } from './demo-data.ts'

type DemoRepository = {
  hasOtherAccounts(email: string): Promise<boolean>
  describe(source: string, facts: { readonly kind: string; readonly kinds: readonly string[] }): Promise<void>
  /** Removes the account with its organisation, and all leaks and sources that were invented. */
  removeAll(): Promise<void>
}

const createDemoRepository = (database: Queryable): DemoRepository => ({
  hasOtherAccounts: async (email) => {
    const [row] = await database.query(
      object({ others: boolean() }),
      sql`SELECT EXISTS (SELECT FROM account WHERE email <> ${email}) AS others`,
    )
    return row?.others ?? true
  },
  describe: async (source, { kind, kinds }) => {
    await database.execute(
      sql`UPDATE source SET kind = ${kind}, kinds = ${kinds} WHERE name = ${source} AND fabricated`,
    )
  },
  removeAll: async () => {
    await database.execute(sql`DELETE FROM organisation WHERE fabricated`)
    for (const table of ['resighting', 'credential'])
      await database.execute(
        sql`DELETE FROM ${sql.table(table)} USING sighting JOIN source ON source.id = source_id
         WHERE sighting.id = ${sql.ref(`${table}.sighting`)} AND fabricated`,
      )
    await database.execute(sql`DELETE FROM source WHERE fabricated`)
  },
})

const credentialsSchema = object({ email: string(), password: string() })
export type DemoCredentials = Infer<typeof credentialsSchema>

const COMPLETE = 'demo_account_complete'
const ADDED_DAYS_AGO = 100

const fileOf = (dataDir: string) => join(dataDir, 'demo-account.json')

const readCredentials = async (dataDir: string): Promise<DemoCredentials | undefined> => {
  try {
    return credentialsSchema.parse(JSON.parse(await readFile(fileOf(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}

export const removeDemoAccount = (database: Database): Promise<void> =>
  database.transaction(async (transaction) => {
    await createDemoRepository(transaction).removeAll()
    await createSettingsRepository(transaction).remove(COMPLETE)
  })

const fill = async (tools: ImportTools, account: Account): Promise<void> => {
  const now = tools.clock().getTime()
  const daysAgo = (days: number) => new Date(now - days * DAY_MS)
  const { organisationId } = account
  const addresses = demoAddresses()
  for (const address of addresses) {
    await addAddress(tools.database, { organisationId, address, at: daysAgo(ADDED_DAYS_AGO) }, addresses.length)
  }
  const repository = createDemoRepository(tools.database)
  for (const { source, kind, kinds, daysAgo: days, lines } of demoImports(addresses)) {
    const outcome = await runImport(
      { ...tools, clock: () => daysAgo(days) },
      {
        content: chunksOf(lines),
        fileName: `${source}.txt`,
        source,
        date: saoPauloDay(daysAgo(days + 5)),
        fabricated: true,
      },
    )
    if (outcome.kind === 'failed') throw new Error(`demonstration data: ${outcome.message}`)
    await repository.describe(source, { kind, kinds })
  }
  // The imports judged the addresses before their sources were described.
  await markAllDue(tools.database)
  await judgeAnew(tools.database, tools.clock())
}

async function* chunksOf(lines: readonly string[]): AsyncGenerator<Buffer> {
  yield Buffer.from(lines.join('\n'))
}

const create = async (tools: ImportTools): Promise<DemoCredentials> => {
  // What a start that was cut off has left.
  await removeDemoAccount(tools.database)
  const credentials = { email: DEMO_EMAIL, password: demoPassword() }
  const account = await createAccountsRepository(tools.database).create({
    email: credentials.email,
    passwordHash: await hashPassword(credentials.password),
    at: new Date(tools.clock().getTime() - ADDED_DAYS_AGO * DAY_MS),
    fabricated: true,
  })
  if (account === undefined) throw new Error(`demonstration data: ${DEMO_EMAIL} is somebody's account`)
  await fill(tools, account)
  await writeFile(fileOf(tools.dataDir), `${JSON.stringify(credentials)}\n`, { mode: 0o600 })
  await createSettingsRepository(tools.database).add(COMPLETE, 'yes')
  return credentials
}

/**
 * Makes the account at the first start, with invented data through the normal import and analysis.
 * `undefined`: the first start made none.
 */
export const createDemoAccount = async (tools: ImportTools): Promise<DemoCredentials | undefined> => {
  const { database, dataDir } = tools
  if ((await createSettingsRepository(database).get(COMPLETE)) !== undefined) return readCredentials(dataDir)
  return (await createDemoRepository(database).hasOtherAccounts(DEMO_EMAIL)) ? undefined : create(tools)
}

/** M-PRIVACY-6 */
export const prepareDemoAccount = async (
  tools: ImportTools,
  { production, demoAccount }: { readonly production: boolean; readonly demoAccount: boolean },
): Promise<DemoCredentials | undefined> => {
  if (production) await removeDemoAccount(tools.database)
  return demoAccount ? createDemoAccount(tools) : undefined
}
