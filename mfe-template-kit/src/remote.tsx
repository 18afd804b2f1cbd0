import type { RemoteModule } from '@atalaia/react'
import { pages } from './routes.ts'

/** The remote's module: the demonstration kit, a chunk a page, none of it loaded before it is asked for. */
export const activate: RemoteModule['activate'] = () => Object.entries(pages).map(([id, lazy]) => ({ id, lazy }))
