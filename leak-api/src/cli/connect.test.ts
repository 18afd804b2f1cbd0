import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { newDataDir } from '../../testing/process.ts'
import { readConfig } from '../config.ts'
import { createConnection } from './connect.ts'

test('whoever is about to make a database in a folder that no server has is told so, and which folder it is', async () => {
  const dataDir = newDataDir()
  // Leads nowhere, so that none is made.
  symlinkSync('/nowhere/db', join(dataDir, 'db'))
  const said: string[] = []
  const connection = createConnection({
    readConfig: () => readConfig({ DATA_DIR: dataDir }),
    warn: (text) => void said.push(text),
  })
  await expect(connection.call({ method: 'GET', path: '/sources' })).rejects.toThrow('/db')
  expect(said).toEqual([
    `data folder ${dataDir}: no server runs on it, and a database is made in it; if yours has another one, set DATA_DIR`,
  ])
  await connection.close()
})
