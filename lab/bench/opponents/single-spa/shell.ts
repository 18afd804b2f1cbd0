export const bootstrap = async (): Promise<void> => {}

export const mount = async (): Promise<void> => {
  await import('@bench/shell/bootstrap.tsx')
}

export const unmount = async (): Promise<void> => {}
