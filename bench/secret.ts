/** AUTH_SECRET of the servers that are measured, so that the bench can sign ID tokens as they do. */
export const BENCH_SECRET = 'the secret of a shop that is measured'
