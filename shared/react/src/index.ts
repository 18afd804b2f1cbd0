export type { RemoteModule } from './remote-module.ts'
export { Slot, SlotProvider } from './slot.tsx'
export { RemoteProvider, useRemoteContext, useSession, useTheme, useUser } from './remote-context.tsx'
