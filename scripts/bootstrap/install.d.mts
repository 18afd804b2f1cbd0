export declare const ensureInstalled: (
  root: string,
  run?: (command: string, args: string[], options: object) => { ended: Promise<number> },
) => Promise<{ ok: true; ran: boolean } | { ok: false; message: string }>
export declare const pnpmVersion: (workspaceFile: string) => string
