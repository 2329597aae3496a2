/** The output options of a run of ffmpeg that answers a JPEG. */
export const jpegOutput = ['-pix_fmt', 'yuvj420p', '-q:v', '4', '-f', 'mjpeg', 'pipe:1']

/** The filter that scales frames to square pixels. */
export const squarePixels = 'scale=iw*sar:ih,setsar=1'
