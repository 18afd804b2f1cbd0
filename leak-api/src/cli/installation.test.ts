import { noteDatabase } from '@atalaia/server'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { newDataDir, runHere } from '../../testing/process.ts'
import { readConfig } from '../config.ts'
import { noteAddresses } from '../base/store/public-addresses.ts'
import { createInstallation } from './installation.ts'
import { leaksCommands } from './leaks-commands.ts'
import { portalsCommands } from './portals-commands.ts'

const ANA = ['--account', 'ana@acme.com']

// Rule: M-COMMAND-1
// Threat: T-DB-14
test.each([
  [leaksCommands, ['sources']],
  [leaksCommands, ['keys', 'create', 'SIEM', ...ANA]],
  [leaksCommands, ['operators', 'add', 'ana@acme.com', '--yes']],
  [leaksCommands, ['move', '--to', 'postgresql://127.0.0.1:1/x']],
  [portalsCommands, ['clients', 'create', 'Portal', ...ANA]],
])('$0.name $1 in a folder without a database refuses, and makes nothing in it', async (parts, words) => {
  const dataDir = newDataDir()
  expect(await runHere(parts, dataDir)(...words)).toEqual({
    code: 1,
    out: '',
    err: `${parts.name}: data folder ${dataDir}: there is no database in it; start the server once, or set DATA_DIR to its folder, or DATABASE_URL if the database of the installation is on a server of its own\n`,
  })
  expect(readdirSync(dataDir)).toEqual([])
  rmSync(dataDir, { recursive: true })
})

// Rule: M-COMMAND-3
test('a command without DATABASE_URL refuses where the server’s database is elsewhere', async () => {
  const dataDir = newDataDir()
  mkdirSync(join(dataDir, 'postgres'))
  const place = { dataDir, server: 'leak-api' } as const
  await noteDatabase({ ...place, databaseUrl: 'postgresql://api:secret@db:5432/atalaia?sslmode=require' })
  const said = await runHere(leaksCommands, dataDir)('sources')
  expect(said.err).toContain('the database of leak-api is postgresql://db:5432/atalaia; set DATABASE_URL')
  expect(said.err).not.toContain('secret')
  expect(readdirSync(dataDir).toSorted()).toEqual(['leak-api.database', 'postgres'])
  await noteDatabase({ ...place, databaseUrl: undefined })
  expect(readdirSync(dataDir)).toEqual(['postgres'])
})

test('the database is opened once, with the first need of it, and closed', async () => {
  const environment = { DATA_DIR: newDataDir(), DATABASE_URL: await createTestDatabase() }
  const unused = createInstallation({ readConfig: () => readConfig({ DATABASE_URL: 'nonsense' }), environment })
  await unused.close()
  const installation = createInstallation({ readConfig: () => readConfig(environment), environment })
  const [first, second] = await Promise.all([installation.tools(), installation.tools()])
  expect(first.database).toBe(second.database)
  await installation.close()
  await expect(first.database.script('SELECT 1')).rejects.toThrow('after calling end')
})

const addressesIn = async (env: NodeJS.ProcessEnv) => {
  const { tools, close } = createInstallation({ readConfig: () => readConfig(env), environment: env })
  const { database, origin, apiUrl } = await tools()
  await noteAddresses(database, { origin: 'https://atalaia.acme.com', apiUrl: 'https://api.acme.com/v2' })
  await close()
  return { origin, apiUrl }
}

// Rule: M-COMMAND-2
test('addresses are those of the server, unless the command is told others; where neither says any, the API has none', async () => {
  const environment = { DATA_DIR: newDataDir(), DATABASE_URL: await createTestDatabase() }
  expect(await addressesIn(environment)).toEqual({ origin: 'http://localhost:3000', apiUrl: undefined })
  expect(await addressesIn(environment)).toEqual({
    origin: 'https://atalaia.acme.com',
    apiUrl: 'https://api.acme.com/v2',
  })
  expect(await addressesIn({ ...environment, PUBLIC_ORIGIN: 'https://painel.acme.com' })).toEqual({
    origin: 'https://painel.acme.com',
    apiUrl: 'https://painel.acme.com/api',
  })
})
