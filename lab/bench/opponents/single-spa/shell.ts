export const bootstrap = async (): Promise<void> => {}

export const mount = async (): Promise<void> => {
  await import('../whole-shell.ts')
}

export const unmount = async (): Promise<void> => {}
