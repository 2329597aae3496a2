/** The output options of a run of ffmpeg that answers a JPEG. */
export const jpegOutput = ['-pix_fmt', 'yuvj420p', '-q:v', '4', '-f', 'mjpeg', 'pipe:1']

/** The filter that shows pictures in as many pixels as they should have, whatever the shape of the stored ones. */
export const squarePixels = 'scale=iw*sar:ih,setsar=1'
