import { addIdentityCommands } from '../src/accounts/identities/identity-commands.ts'
import { createTypedRun } from './command-line.ts'
import type { TestApi } from './test-api.ts'

export const createIdentityCommands = ({ tools }: TestApi, apiUrl?: string) =>
  createTypedRun((line) => addIdentityCommands(line, { tools: () => Promise.resolve({ ...tools, apiUrl }) }))
