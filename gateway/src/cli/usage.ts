export const usage = `npm run remotes -- COMMAND

  publish NAME|DIR [--dir DIR] [--no-build]   builds the remote and uploads it; the same version stays the same
  promote NAME VERSION [--channel stable] [--percent 10] [--reason TEXT] [--force --reason TEXT]
  rollback NAME [--channel stable] [--reason TEXT]
  history NAME                     who moved what, when and why
  list                             every published version
  status                           what is live
  check DIR                        judges a build by itself: descriptor, files, hashes, routes, budget
  check DIR --gateway [--channel stable]   asks the gate too: live shells, other remotes, who uses what
  prune                            removes versions that nobody gets any more
  token create NAME [--label ci] | token list | token revoke ID
  override-link NAME@ADDRESS [--minutes 60]

  --json        answers as JSON
  --help        this text

  GATEWAY_URL   the gateway (http://localhost:3000)
  DEPLOY_TOKEN  the token of the remote. Without it the gateway's socket in DATA_DIR (.data) is used,
                which its operator may open; and without a socket there, the database at DATABASE_URL.

Exit code: 0 done, 1 refused or failed, 2 wrongly called.
`
