import { resolve } from 'node:path'
import { readArguments } from './arguments.ts'
import { connect } from './client.ts'
import { commands } from './run-command.ts'
import { usage } from './usage.ts'

const MISUSE = 2
const root = resolve(import.meta.dirname, '../../..')

const run = async (): Promise<number> => {
  const given = readArguments(process.argv.slice(2))
  if (given.kind === 'help') {
    process.stdout.write(usage)
    return 0
  }
  const command = given.kind === 'call' ? commands.get(given.command) : undefined
  if (given.kind === 'misuse' || !command) {
    process.stderr.write(`remotes: ${given.kind === 'misuse' ? given.message : 'there is no such command'}\n\n${usage}`)
    return MISUSE
  }
  const { operands, flags } = given
  const client = await connect(process.env, root)
  try {
    const { lines, json, failed = false } = await command(operands, flags, { client, root, env: process.env })
    if (flags.json) process.stdout.write(`${JSON.stringify(json)}\n`)
    else (failed ? process.stderr : process.stdout).write(`${lines.join('\n')}\n`)
    return failed ? 1 : 0
  } finally {
    await client.close()
  }
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`remotes: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
