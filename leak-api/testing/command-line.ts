import { createCommandLine, type CommandLine, type OperatorClient } from '@atalaia/server'

const nobody: OperatorClient = {
  call: () => Promise.reject(new Error('a wrong call reached the server')),
  open: () => Promise.reject(new Error('a wrong call reached the server')),
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
