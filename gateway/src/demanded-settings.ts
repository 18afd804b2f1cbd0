import { DEMANDED_DATABASE, fields, type DemandedSetting } from '@atalaia/server'

export type Demands = (env: NodeJS.ProcessEnv) => readonly DemandedSetting[]

export const demandsOfCommands: Demands = ({ DATA_DIR }) => (DATA_DIR ? [DEMANDED_DATABASE] : [])

export const demandsOfServers: Demands = (env) => {
  const { PUBLIC_API_URL: apiUrl = '/api', DEMO_MODE: demo = '' } = env
  const isProxy = apiUrl.startsWith('/') && !fields.flag.safeParse(demo).data
  return [
    ...demandsOfCommands(env),
    { name: 'PUBLIC_ORIGIN', write: 'https://… as people open it' },
    ...(isProxy ? [{ name: 'API_UPSTREAM', write: 'http://… of the API; PUBLIC_API_URL=none goes without' }] : []),
  ]
}
