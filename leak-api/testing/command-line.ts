import { createCommandLine, type CommandLine, type OperatorClient } from '@atalaia/server'

const nobody: OperatorClient = {
  call: () => Promise.reject(new Error('a wrong call reached the server')),
  open: () => Promise.reject(new Error('a wrong call reached the server')),
}

/** Runs commands that `register` adds, and gives their exit code and all that they said. */
export const createCommandRun =
  (register: (line: CommandLine) => void) =>
  async (...words: readonly string[]) => {
    const said = { out: '', err: '' }
    const line = createCommandLine({
      name: 'leaks',
      call: 'npm run leaks --',
      description: '',
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
    })
    register(line)
    return { code: await line.run([...words]), ...said }
  }

/** The outcome of a call that is wrong, on a command line with the commands that `register` adds. */
export const misuseOf = async (register: (line: CommandLine, server: OperatorClient) => void, words: string) => {
  let err = ''
  const line = createCommandLine({
    name: 'test',
    call: 'npm test --',
    description: '',
    out: () => undefined,
    err: (text) => (err += text),
  })
  register(line, nobody)
  const code = await line.run(words.split(' '))
  return { code, err }
}
