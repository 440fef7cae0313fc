// SPDX-License-Identifier: MIT

import com.sun.jna.Native;
import com.sun.jna.ptr.LongByReference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A binding in Java: a text with a callback that throws, and a redacted picture. Its argument is the path of the library.
 * To run it: javac -cp /usr/share/java/jna.jar *.java && java -cp /usr/share/java/jna.jar:. Example libscrim.so.0
 */
public class Example {
    static Scrim scrim;

    interface Decide {
        boolean allows(long count);
    }

    static void check(int status) {
        if (status != Scrim.OK) {
            throw new IllegalStateException(scrim.scrim_status_name(status) + ": " + scrim.scrim_status_message(status));
        }
    }

    /** Is used by one thread at a time. It has no Cleaner, because that would destroy the text in another thread. */
    static class Text implements AutoCloseable {
        private final long handle;
        private final Scrim.ShouldChange shouldChange; // C calls it as long as the text exists, so it must not be collected
        private Throwable thrown;

        Text(int maxClusters, Decide decide) {
            Scrim.TextOptions options = new Scrim.TextOptions();
            check(scrim.scrim_text_options_init(options, options.size()));
            options.max_clusters = maxClusters;
            Scrim.TextCallbacks callbacks = new Scrim.TextCallbacks();
            check(scrim.scrim_text_callbacks_init(callbacks, callbacks.size()));
            shouldChange = (change, userData) -> {
                try {
                    return decide.allows(change.getLong(Scrim.CHANGE_COUNT)) ? 1 : 0;
                } catch (Throwable t) { // JNA would print it and return 0
                    thrown = t;
                    return 0;
                }
            };
            callbacks.should_change = shouldChange;
            LongByReference out = new LongByReference();
            check(scrim.scrim_text_create(options, out));
            handle = out.getValue();
            int status = scrim.scrim_text_set_callbacks(handle, callbacks, null, null);
            if (status != Scrim.OK) {
                close();
            }
            check(status);
        }

        /** Takes an array, which the caller can wipe. Strings cannot be wiped. */
        void insert(byte[] utf8) {
            int status = scrim.scrim_text_insert(handle, utf8, utf8.length);
            if (thrown != null) { // the stack frames of C are gone, so the exception continues
                RuntimeException wrapped = new RuntimeException(thrown.getMessage(), thrown);
                thrown = null;
                throw wrapped;
            }
            check(status);
        }

        /** Asks for the length first. The mask of an empty text is empty. */
        String masked() {
            LongByReference length = new LongByReference();
            int status = scrim.scrim_text_copy_masked(handle, null, 0, length);
            if (status != Scrim.ERROR_BUFFER_TOO_SMALL) {
                check(status);
                return "";
            }
            byte[] buffer = new byte[(int) length.getValue()];
            check(scrim.scrim_text_copy_masked(handle, buffer, buffer.length, length));
            return new String(buffer, StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            scrim.scrim_text_destroy(handle);
        }
    }

    static void attempt(Runnable call, String prefix) {
        try {
            call.run();
        } catch (RuntimeException e) {
            System.out.println(prefix + e.getMessage());
        }
    }

    public static void main(String[] arguments) {
        scrim = Native.load(arguments[0], Scrim.class);
        Decide decide = count -> {
            if (count > 1) {
                throw new IllegalArgumentException("that was a paste");
            }
            return true;
        };
        try (Text text = new Text(3, decide)) {
            attempt(() -> text.insert(new byte[] {'0', '9'}), "carried: ");
            for (byte digit : new byte[] {'2', '7', '0'}) {
                text.insert(new byte[] {digit});
            }
            System.out.println(text.masked());
            attempt(() -> text.insert(new byte[] {'1'}), "");
        }

        Scrim.Style style = new Scrim.Style();
        check(scrim.scrim_style_init(style, style.size()));
        style.color = 0x202020FF;
        ByteBuffer pixels = ByteBuffer.allocateDirect(8 * 8 * 4); // outside of Java's heap, so JNA copies nothing
        check(scrim.scrim_redact_rects(pixels, 8 * 4, Scrim.FORMAT_RGBA, 8, 8, new double[] {2, 2, 4, 3}, 1, style, null));
        int covered = 0;
        while (pixels.hasRemaining()) {
            covered += pixels.getInt() == 0x202020FF ? 1 : 0;
        }
        System.out.println(covered + " pixels are covered");
        System.out.println(scrim.scrim_live_handles(Scrim.HANDLE_ANY) + " live handles");
    }
}
