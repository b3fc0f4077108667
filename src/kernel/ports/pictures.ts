/** Why a file is no picture that the shop takes. */
export type PictureFault = 'picture_unreadable' | 'picture_animated' | 'picture_too_many_pixels' | 'picture_too_heavy'

/** Why a file is no picture of a brand. */
export type BrandFault = PictureFault | 'picture_kind' | 'picture_too_small'

/** A file of an encoded picture: what follows its key in the file's name, and its content. */
export type EncodedFile = { ending: string; contentType: string; body: Uint8Array }

export type EncodedPicture = {
  /** Of the largest display width. */
  width: number
  height: number
  /** A blurred preview as a `data:` URL. */
  placeholder: string
  /** In the order in which they are stored. */
  files: EncodedFile[]
}

/** A file that is refused, with the megapixels that its kind may have. */
export type RefusedFile<Fault = PictureFault> = { fault: Fault; most: number }

/** What is drawn of a brand: an icon for one place, the picture of a shared link, the plate in place of a missing picture. */
export type BrandDrawing =
  | { kind: 'icon' | 'maskable' | 'touch' | 'badge'; size: number }
  | { kind: 'favicon'; sizes: readonly number[] }
  | { kind: 'preview' | 'plate'; width: number; height: number }

/** The brand as it is drawn; pictures are PNG files of the storage. */
export type BrandLook = {
  name: string
  tagline: string
  shortName: string
  orderPrefix: string
  /** A fill in the accent, and the ink that can be read on it, as `#rrggbb`. */
  fill: string
  ink: string
  mark?: Uint8Array | undefined
  logoLight?: Uint8Array | undefined
  logoDark?: Uint8Array | undefined
}

/** A part of a picture in whole pixels. */
export type PicturePart = { left: number; top: number; width: number; height: number }

/** An upload, which the process of pictures reads from the disk. */
type Upload = { path: string }
/** A picture of the shop's storage. */
type Stored = { bytes: Uint8Array }

/** What is done with pictures outside of the shop's own process, each with its input and its result. */
export type PictureTasks = {
  /** Turns an upload upright, without metadata, and encodes it in each display width. */
  encodeUpload: (file: Upload) => Promise<EncodedPicture | RefusedFile>
  /** The same as one WebP. */
  encodeScan: (file: Upload) => Promise<{ body: Uint8Array } | RefusedFile>
  /** Re-encodes a logo or mark for pages, e-mails and papers. Its transparent parts stay transparent. */
  encodeBrand: (file: Upload) => Promise<EncodedPicture | RefusedFile<BrandFault>>
  /** Draws a picture of the brand. */
  drawBrand: (input: { drawing: BrandDrawing; look: BrandLook }) => Promise<{ contentType: string; body: Uint8Array }>
  /** The size of a stored picture. */
  sizeOf: (file: Stored) => Promise<{ width: number; height: number }>
  /** Encodes a part of a stored picture in each display width. */
  encodePart: (file: Stored & { part: PicturePart }) => Promise<EncodedPicture>
}

export type PictureTask = keyof PictureTasks
export type PictureInput<Task extends PictureTask> = Parameters<PictureTasks[Task]>[0]
export type PictureResult<Task extends PictureTask> = Awaited<ReturnType<PictureTasks[Task]>>

/** Decoding and encoding of pictures; use it inside of `runCostly(ctx, 'pictures', …)`. */
export type Pictures = {
  /** The folder in which uploads wait. */
  inbox: string
  /** @throws overloaded when the work was broken off: try again. */
  runTask: <Task extends PictureTask>(task: Task, input: PictureInput<Task>) => Promise<PictureResult<Task>>
}
