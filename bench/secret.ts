/** AUTH_SECRET of the measured servers, so that the bench can sign ID tokens. */
export const BENCH_SECRET = 'the secret of a shop that is measured'
