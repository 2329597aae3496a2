/** Output options of ffmpeg for a JPEG on standard output. */
export const jpegOutput = ['-pix_fmt', 'yuvj420p', '-q:v', '4', '-f', 'mjpeg', 'pipe:1']

/** Filter that scales frames to square pixels. */
export const squarePixels = 'scale=iw*sar:ih,setsar=1'
