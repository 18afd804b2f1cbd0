type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413

/** Why an order is refused; said to whoever gave it. */
export class Refusal extends Error {
  readonly status: RefusalStatus

  constructor(status: RefusalStatus, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Refusal'
    this.status = status
  }
}
