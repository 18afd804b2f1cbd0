import { createCommandLine, type CommandLine } from '@atalaia/server'

type Register = (line: CommandLine) => void

export const createCommandRun =
  (register: Register) =>
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

export const createTypedRun = (register: Register) => {
  const run = createCommandRun(register)
  return async (typed: string): Promise<string> => {
    const { code, out, err } = await run(...typed.split(' '))
    return `${code} ${out}${err}`
  }
}

const noTools = () => Promise.reject(new Error('a wrong call opened the database'))

export const misuseOf = async (register: (line: CommandLine, tools: () => Promise<never>) => void, words: string) => {
  const run = createCommandRun((line) => register(line, noTools))
  const { code, err } = await run(...words.split(' '))
  return { code, err }
}
