import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '@atalaia/stack'

export const startNameServer = async () => {
  const child = fork(join(root, 'leak-api/testing/name-server-process.ts'), [], { execArgv: [] })
  const [address] = await once(child, 'message')
  const publish = async (name: string, text: string) => {
    child.send({ [name]: [text] })
    await once(child, 'message')
  }
  return { address: String(address), publish, stop: () => child.kill() }
}
