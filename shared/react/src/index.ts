export type { RemoteModule } from './remote-module.ts'
export { RemoteProvider, useRemoteContext, useSession, useTheme, useUser } from './remote-context.tsx'
