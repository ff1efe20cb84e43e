/** A bucket of an S3 server. Credentials come from the chain of the AWS SDK: environment, profile, web identity, instance role. */
export interface S3Bucket {
  readonly bucket: string;
  readonly region: string;
  /** The address of a server other than AWS, which is reached by paths: `https://host/bucket/key`. */
  readonly endpoint?: string;
}
