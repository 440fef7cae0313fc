// SPDX-License-Identifier: MIT
// A PIN pad in Qt Quick: "qt_pin_pad FILE". The first PIN is chosen, and its hash is stored in the file. Each later PIN is
// compared with it, and the program prints the result. FILE.attempts counts the attempts. pin_pad.qml draws the pad.
#include <QtQuick>

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <scrim.hpp>
#include <stdexcept>

static std::uint64_t now_ns() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::nanoseconds(now).count());
}

/** Returns when an event happened. Most platforms count the milliseconds of CLOCK_MONOTONIC in 32 bits. */
static std::uint64_t happened_ns(const QInputEvent &event) {
    const std::uint64_t now_ms = now_ns() / 1'000'000;
    const std::uint32_t age_ms = static_cast<std::uint32_t>(now_ms) - static_cast<std::uint32_t>(event.timestamp());
    return age_ms < 10'000 ? (now_ms - age_ms) * 1'000'000 : now_ns();
}

static scrim::text_options pin_options() {
    scrim::text_options options;
    options.max_clusters = 12;
    options.idle_timeout_ns = 30'000'000'000;
    return options;
}

static scrim::keypad_options keypad_options() {
    scrim::keypad_options options(SCRIM_LAYOUT_PIN, {0, 0, 300, 420});
    options.column_spacing = options.row_spacing = 10;
    options.keep_on_done = 1;
    return options;
}

static QString string(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

[[noreturn]] static void fail(const QFileDevice &file) {
    throw std::runtime_error((file.fileName() + ": " + file.errorString()).toStdString());
}

/** Returns whether a PIN was set. A file that cannot be looked at may exist, so nobody may choose another PIN. */
static bool exists(const QString &path) {
    std::error_code unknown;
    return std::filesystem::exists(QFile::encodeName(path).toStdString(), unknown) || unknown;
}

static std::string load(const QString &path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        fail(file);
    const QByteArray bytes = file.readAll();
    if (file.error() != QFileDevice::NoError)
        fail(file);
    return bytes.toStdString();
}

/** Replaces a file. The file and its name are on the disk when this returns. */
static void store(const QString &path, const void *bytes, std::size_t size) {
    QSaveFile file(path);
    const auto length = static_cast<qint64>(size);
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner) ||
        file.write(static_cast<const char *>(bytes), length) != length || !file.commit())
        fail(file);
    const int folder = open(QFile::encodeName(QFileInfo(path).absolutePath()).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 || fsync(folder) != 0 || close(folder) != 0)
        throw std::runtime_error(path.toStdString() + ": " + std::strerror(errno));
}

/** Joins a text and a keypad, and shows them to QML as properties. */
class PinPad : public QObject {
    Q_OBJECT
    Q_PROPERTY(QVariantList keys MEMBER keys NOTIFY keysChanged)
    Q_PROPERTY(QString masked MEMBER masked NOTIFY maskedChanged)
    Q_PROPERTY(QString message MEMBER message NOTIFY messageChanged)

  public:
    explicit PinPad(const QString &path) : file(path), choosing(!exists(path)) {
        if (!choosing)
            hash = load(file);
        setMessage(choosing ? "Choose a PIN" : "Enter the PIN");
        keypad.attach(pin);
        keypad.show();
        update();
        connect(&timer, &QTimer::timeout, this, &PinPad::advance);
        timer.setSingleShot(true);
    }

    /**
     * Keys accept touches shortly after they are on the screen. The render thread knows which are, and since when. It may
     * draw the next frame before this thread learns of it.
     */
    void follow(QQuickWindow *window) {
        connect(window, &QQuickWindow::afterSynchronizing, this, [this] { drawn = generation; }, Qt::DirectConnection);
        const auto swapped = [this] {
            QMetaObject::invokeMethod(this, [this, shown = drawn, time_ns = now_ns()] {
                std::error_code stale;
                keypad.presented(shown, time_ns, stale);
            });
        };
        connect(window, &QQuickWindow::frameSwapped, this, swapped, Qt::DirectConnection);
        window->installEventFilter(this);
    }

    /** QML does not tell when a touch happened. Two touches of a key that waited together must not be a bounce. */
    bool eventFilter(QObject *, QEvent *event) override {
        if (event->isPointerEvent())
            touched_ns = happened_ns(*static_cast<QInputEvent *>(event));
        return false;
    }

    /** Handles a touch. Exceptions must not reach Qt. */
    Q_INVOKABLE void touch(int finger, int phase, double x, double y) {
        attempt([&] {
            const auto id = static_cast<std::uint64_t>(finger) + 1;
            if (keypad.handle({touched_ns, id, static_cast<std::uint32_t>(phase), 0, x, y}) == SCRIM_KEYPAD_RESULT_DONE)
                done();
        });
    }

    Q_SIGNAL void keysChanged();
    Q_SIGNAL void maskedChanged();
    Q_SIGNAL void messageChanged();

  private:
    scrim::text pin{pin_options()};
    scrim::keypad keypad{keypad_options()};
    const QString file;
    bool choosing;
    std::string hash;
    QTimer timer;
    QVariantList keys;
    QString masked, message;
    std::uint64_t touched_ns = 0;
    std::atomic<std::uint64_t> generation{0};
    std::uint64_t drawn = 0; // used by the render thread only

    /** If the action fails, the field is emptied. QML gets what has changed in either case. */
    template <class F>
    void attempt(F &&action) {
        const auto guarded = [this](auto &&step) {
            try {
                step();
            } catch (const std::exception &error) {
                pin.wipe();
                say("failed", error.what());
            }
        };
        guarded(action);
        guarded([this] { update(); });
    }

    void setMessage(const QString &text) {
        message = text;
        Q_EMIT messageChanged();
    }

    void say(const char *word, const QString &text) {
        std::puts(word);
        std::fflush(stdout);
        setMessage(text);
    }

    void choose() {
        if (pin.count() == 0) {
            setMessage("The PIN was empty. Choose a PIN");
            return;
        }
        const std::string chosen = pin.hash(SCRIM_HASH_INTERACTIVE);
        scrim::attempts attempts;
        attempts.init(5);
        storeAttempts(attempts);
        store(file, chosen.data(), chosen.size());
        hash = chosen;
        choosing = false;
        say("set", "Enter the PIN");
    }

    /** A missing or damaged count is locked, so deleting the file gives no new attempts. */
    scrim::attempts loadAttempts() const {
        scrim_attempts stored = SCRIM_ATTEMPTS_INIT;
        const std::string bytes = exists(file + ".attempts") ? load(file + ".attempts") : "";
        if (bytes.size() == sizeof stored)
            std::memcpy(&stored, bytes.data(), sizeof stored);
        return scrim::attempts(stored);
    }

    void storeAttempts(const scrim_attempts &attempts) const { store(file + ".attempts", &attempts, sizeof attempts); }

    void compare() {
        scrim::attempts attempts = loadAttempts();
        const auto begun = attempts.begin(now_ns()).result;
        storeAttempts(attempts); // before the PIN is verified, so that ending the program does not refund the attempt
        if (begun == SCRIM_ATTEMPT_LOCKED) {
            say("locked", "Locked");
        } else if (begun != SCRIM_ATTEMPT_ALLOWED) {
            say("wait", "Wait before you try again");
        } else if (pin.verify(hash)) {
            attempts.succeed();
            storeAttempts(attempts);
            say("right", "Welcome");
        } else {
            say("wrong", "Wrong PIN");
        }
    }

    void done() {
        choosing ? choose() : compare();
        pin.wipe();
    }

    void advance() {
        attempt([this] {
            pin.advance(now_ns());
            keypad.advance(now_ns());
        });
    }

    /** Gives QML what has changed, and sets the timer for what is due next. */
    void update() {
        masked = string(pin.masked());
        Q_EMIT maskedChanged();
        const std::uint64_t current = keypad.generation();
        if (current != generation) {
            keys.clear();
            for (const scrim::key &key : keypad.keys(SCRIM_KEY_ORDER_ROWS))
                keys.append(QVariantMap{{"label", string(key.text())}, {"name", string(key.spoken())}, {"inserts", key.kind == SCRIM_KEY_INSERT}, {"x", key.rect.x}, {"y", key.rect.y}, {"width", key.rect.width}, {"height", key.rect.height}});
            Q_EMIT keysChanged();
            generation = current;
        }
        const auto first = std::min(pin.next_deadline().value_or(SCRIM_NEVER), keypad.next_deadline().value_or(SCRIM_NEVER));
        const std::uint64_t now = now_ns();
        if (first == SCRIM_NEVER)
            timer.stop();
        else
            timer.start(first > now ? static_cast<int>((first - now) / 1'000'000 + 1) : 0);
    }
};

int main(int argc, char **argv) {
    QGuiApplication application(argc, argv);
    if (argc != 2) {
        std::fputs("usage: qt_pin_pad FILE\n", stderr);
        return 2;
    }
    try {
        PinPad pad(QFile::decodeName(argv[1]));
        QQmlApplicationEngine engine;
        engine.rootContext()->setContextProperty("pad", &pad);
        engine.load(QUrl("qrc:/pin_pad.qml"));
        if (engine.rootObjects().isEmpty())
            return 1;
        pad.follow(qobject_cast<QQuickWindow *>(engine.rootObjects().first()));
        return application.exec();
    } catch (const std::exception &error) {
        std::fprintf(stderr, "qt_pin_pad: %s\n", error.what());
        return 1;
    }
}

#include "pin_pad.moc"
