import { createCommandLine, createOperatorClient, type OperatorClient } from '@atalaia/server'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addIdentityCommands } from '../src/accounts/identities/identity-commands.ts'
import { leakApiSocket } from '../src/config.ts'
import { openOperator } from '../src/operator.ts'
import type { TestApi } from './test-api.ts'

/** The operator's command line for the providers of companies, on the socket of a test's API, which may know its address. */
export const startIdentityOperator = async ({ tools }: TestApi, apiUrl?: string) => {
  const path = leakApiSocket(mkdtempSync(join(tmpdir(), 'leak-api-')))
  const operator = await openOperator({ tools: { ...tools, apiUrl }, path })
  const client = createOperatorClient(path)
  // As the command line's own connection: an answer that refuses rejects with its text.
  const server: OperatorClient = {
    ...client,
    call: async (call) => {
      const answer = await client.call(call)
      if (answer.status >= 400) throw new Error(JSON.stringify(answer.body))
      return answer
    },
  }
  /** Its exit code and what it says. */
  const run = async (words: string) => {
    let said = ''
    const say = (text: string) => void (said += text)
    const line = createCommandLine({ name: 'leaks', call: 'leaks', description: '', out: say, err: say })
    addIdentityCommands(line, { server })
    const code = await line.run(words.split(' '))
    return `${code} ${said}`
  }
  return { run, stop: () => operator.close() }
}
