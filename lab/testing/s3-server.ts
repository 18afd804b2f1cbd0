import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { freePort } from '@atalaia/stack'

/** Empty bucket `atalaia`, in a separate folder. */
export const startS3Server = async () => {
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  const port = await freePort()
  const server = new S3rver({
    port,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'atalaia', configs: [] }],
  })
  await server.run()
  return {
    bucket: 'atalaia',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    stop: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
