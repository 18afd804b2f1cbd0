import { createFaultyLink, type FaultyLink } from '@atalaia/database/testing/faulty-link'
import { startPostgresPair, type PostgresPair } from '@atalaia/database/testing/postgres-pair'
import { startPostgresServer } from '@atalaia/database/testing/postgres-server'
import { startS3Server } from '../testing/s3-server.ts'

/**
 * `single`: one PostgreSQL behind a faulty network, builds in a folder. `replicated`: primary with
 * synchronous standby, builds in S3 behind a faulty network.
 */
export type BackendKind = 'single' | 'replicated'

type Addresses = NodeJS.ProcessEnv & { readonly DATABASE_URL: string }

export type Backends = {
  readonly linked: Addresses
  readonly direct: Addresses
  readonly links: { readonly database?: FaultyLink; readonly store?: FaultyLink }
  readonly pair?: PostgresPair
}

const openSingle = async (undo: (() => Promise<unknown>)[]): Promise<Backends> => {
  const server = await startPostgresServer()
  undo.push(() => server.stop())
  const direct = await server.createDatabase()
  const database = await createFaultyLink(direct)
  undo.push(() => database.close())
  return { linked: { DATABASE_URL: database.url }, direct: { DATABASE_URL: direct }, links: { database } }
}

const openReplicated = async (undo: (() => Promise<unknown>)[]): Promise<Backends> => {
  const pair = await startPostgresPair()
  undo.push(() => pair.stop())
  const s3 = await startS3Server()
  undo.push(() => s3.stop())
  const store = await createFaultyLink(s3.endpoint)
  undo.push(() => store.close())
  const addresses = {
    DATABASE_URL: await pair.createDatabase(),
    ARTIFACTS_BUCKET: s3.bucket,
    AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
  }
  return {
    linked: { ...addresses, S3_ENDPOINT: new URL(store.url).origin },
    direct: { ...addresses, S3_ENDPOINT: s3.endpoint },
    links: { store },
    pair,
  }
}

/** Adds cleanups to `undo`. */
export const openBackends = (kind: BackendKind, undo: (() => Promise<unknown>)[]): Promise<Backends> =>
  kind === 'single' ? openSingle(undo) : openReplicated(undo)
